#include "app/process/needed_memory.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/network/encodings.h"
#include "engine/training/mosaic_plan.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr double kFloat = sizeof(float), kMegabyte = 1e6;
// Bytes per parameter of a network that draws: its state is read, then arranged for each part.
constexpr double kDrawn = 17;
// Buffers of whatever draws, and the libraries that it uses first then.
constexpr double kDrawing = 3 * kMegabyte;
constexpr int kNew = 20, kResumed = 10;  // unsaved keyframes, which come further apart later

double pixels(PixelSize size) {
    return double(size.width) * size.height;
}

double image_bytes(PixelSize size, int channels) {
    return kFloat * channels * pixels(size);
}

// A network while it trains, with what a save needs. `unsaved`: keyframes that wait for a save,
// fewer on a slow machine. `picture`: bytes of the picture as opened, if it is freed after the
// first save; it is then encoded, to about `encoded` bytes.
double training_bytes(const NetworkSpec& network, int channels, int unsaved, double picture,
                      double encoded) {
    // Bytes per parameter. kTrained: parameters, moments and a table's gradients. kSaved: the state
    // to be saved, and SQLite's copy of it. kRounded: a keyframe that is being rounded.
    constexpr double kTrained = 17, kSaved = 25, kRounded = 8, kFirst = 4 + kRounded;
    constexpr double kMostUnsaved = 134 * kMegabyte;  // engine/training/trainer_saving.cpp
    // SQLite's cache, for a file that is larger.
    constexpr double kCache = 16 * kMegabyte, kStored = 13;
    // The gradients of the layers: up to 32 copies in 256 MB (engine/cpu/cpu_backend.cpp).
    constexpr double kGradients = 256 * kMegabyte, kCopies = 32;
    const auto parameters = double(parameter_count(network, channels));
    const double layers = parameters - double(grid_parameters(network));
    const double each = kFloat * parameters - 2 * double(grid_parameters(network));
    const double keyframes = std::min(unsaved * each, kMostUnsaved + each);
    const double always = (kTrained + kSaved) * parameters +
                          std::min(kCache, kStored * parameters) +
                          std::min(kGradients, kCopies * kFloat * layers);
    return always +
           std::max(encoded + kFirst * parameters, kRounded * parameters + keyframes - picture);
}

// The learned tiles of a mosaic that are kept for drawing.
double drawn_tiles_bytes(const Mosaic& mosaic, int channels, std::size_t tiles) {
    return std::min(double(MosaicBackend::kCacheBytes),
                    kFloat * double(mosaic.tile_parameters(channels)) * double(tiles));
}

// The networks of a mosaic: learned tiles for drawing, and the one that is trained.
double tiles_bytes(const Mosaic& mosaic, int channels) {
    // Bytes per parameter of the tile that is trained, rounded and packed; copies of its pixels.
    constexpr double kTrained = 46, kCopies = 4;
    const PixelRect tile = mosaic.tiles.rect({0, 0});
    const auto parameters = double(mosaic.tile_parameters(channels));
    return drawn_tiles_bytes(mosaic, channels, std::size_t(mosaic.tiles.count())) +
           parameters * kTrained + kCopies * image_bytes({tile.width, tile.height}, channels);
}

// Returns the bytes that writing a picture takes: a few rows in most formats.
double encoding_bytes(const ExportSpec& drawing) {
    const PixelRect part = drawing.written();
    const double all = double(part.width) * part.height;
    constexpr double kWebp = 22;  // bytes per pixel: the encoder holds all of it
    return drawing.format == ImageFormat::webp ? kWebp * all : 0;
}

// The networks of a run that is drawn. `each`: bytes per parameter of a network in use.
double drawn_bytes(const RunFile& run, double each) {
    double bytes = each * double(run.parameter_count());
    if (const auto& mosaic = run.mosaic())
        bytes += each * double(mosaic->tile_parameters(run.channels())) +
                 drawn_tiles_bytes(*mosaic, run.channels(), run.mosaic_tiles().size());
    return bytes;
}

}  // namespace

double learning_bytes(const Config& config, const Image& picture,
                      const std::optional<Mosaic>& whole) {
    const PixelSize at = training_size(config.data.train_size, picture.width, picture.height);
    const ChannelMode mode = resolve_channels(config.data.channels, picture);
    const int channels = mode == ChannelMode::alpha ? 4 : mode == ChannelMode::color ? 3 : 1;
    NetworkSpec network = config.network;
    if (network.pixel == PixelModel::automatic)
        network.pixel = automatic_pixel(config, picture, std::size_t(pixels(at)));
    choose_by_size(network, at, channels);
    const bool as_it_is = learns_as_it_is(picture, config);
    const double target = as_it_is ? 0 : image_bytes(at, channels);
    const PixelSize own{picture.width, picture.height};
    const double opened = as_it_is ? 0 : image_bytes(own, picture.channels);
    // A photograph's PNG has about half a byte per value.
    const double encoded = opened / kFloat / 2;
    const double trained = training_bytes(network, channels, kNew, whole ? 0 : opened, encoded);
    return target + (whole ? std::max(trained, kDrawn * double(parameter_count(network, channels)) +
                                                   tiles_bytes(*whole, channels))
                           : trained);
}

double continuing_bytes(const RunFile& run, bool whole) {
    const int channels = run.channels();
    const double target = image_bytes(run.target_size(), channels);
    if (!whole && !run.mosaic() && !run.planned_mosaic())
        return target + training_bytes(run.config().network, channels, kResumed, 0, 0);
    const PixelSize size = run.picture_size();
    const Mosaic mosaic = run.mosaic()           ? *run.mosaic()
                          : run.planned_mosaic() ? *run.planned_mosaic()
                                                 : mosaic_for(size, channels, {.epochs = 1});
    return target + kDrawn * double(run.parameter_count()) + image_bytes(size, channels) +
           tiles_bytes(mosaic, channels);
}

double export_bytes(const RunFile* run, const ExportSpec& drawing) {
    return kDrawing + encoding_bytes(drawing) + (run ? drawn_bytes(*run, kDrawn) : 0);
}

double film_bytes(const RunFile& run, const FilmSpec& film) {
    // Bytes per parameter: of the keyframe before, which the next one needs, too.
    constexpr double kParameters = 30;
    // Video takes libav with all its libraries; bytes per pixel of a frame that the encoder holds;
    // frames that it holds beside those to come, of which it looks ahead at most kLookAhead or
    // kLookAheadBytes (av/video_writer.cpp).
    constexpr double kMp4Libraries = 40 * kMegabyte, kMp4 = 5.4, kHeld = 10;
    constexpr double kWebmLibraries = 50 * kMegabyte, kWebm = 4.4;
    constexpr double kLookAhead = 25, kLookAheadBytes = 512 << 20;
    // Other formats hold the frame as levels and as a palette's indices.
    constexpr double kFrame = 2;
    const double frame = std::max(1.0, pixels(film_size(film)));
    const double drawn = drawn_bytes(run, kParameters);
    const auto format = film_format_of(film.path);
    if (format != FilmFormat::mp4 && format != FilmFormat::webm)
        return drawn + kDrawing + kFrame * frame;
    const double frames = film.frames_per_second * (film.seconds + film.wipe);
    const double ahead =
        std::min({kLookAhead, frames, std::max(2.0, kLookAheadBytes / (2 * frame))});
    if (format == FilmFormat::mp4) return drawn + kMp4Libraries + kMp4 * frame * (ahead + kHeld);
    return drawn + kWebmLibraries + kWebm * frame * (ahead + kHeld);
}

double page_bytes(const RunFile& run) {
    // Bytes per parameter: a moment, the one before, both rounded and packed; the page's text.
    constexpr double kParameters = 44, kPage = 10 * kMegabyte;
    return kParameters * double(run.parameter_count()) + kPage +
           2 * image_bytes(run.stored_picture_size(), run.channels()) +
           image_bytes(run.target_size(), run.channels());
}

// The largest part of the picture rendered at once: four copies of its pixels with margin, enlarged
// by the next power of two. Measurements from 2x to 12x differ by less than a tenth.
double enlarging_bytes(Enlargement& job, const ExportSpec& drawing) {
    constexpr double kCopies = 4;
    const PixelSize size = drawing.size;
    const Image& picture = *job.picture();
    const Grid grid = resized(job.dataset().grid, size.width, size.height);
    const double rows =
        std::min(size.height, rows_per_part(job.backend(), job.dataset().grid, size));
    double factor = 2;
    while (picture.width * factor < size.width || picture.height * factor < size.height)
        factor *= 2;
    const double around = 4.0 * job.backend().margin(grid) / (2 * factor - 2);
    const double wide = picture.width * factor + around;
    const double high = picture.height * factor * (rows / size.height) + around;
    return kCopies * kFloat * picture.channels * wide * high + encoding_bytes(drawing);
}

double comparing_bytes(const RunFile& run, const Image& reference) {
    const PixelSize size{reference.width, reference.height};
    constexpr double kParameters = 20;
    return 3 * image_bytes(size, run.channels()) + drawn_bytes(run, kParameters);
}

double packing_bytes(const RunFile& run) {
    constexpr double kParameters = 38;
    return kParameters * double(run.parameter_count());
}

}  // namespace redraw
