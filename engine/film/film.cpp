#include "engine/film/film.h"

#include "engine/arithmetic.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/film/caption.h"
#include "engine/film/reel.h"
#include "engine/image/encode.h"
#include "engine/image/resample.h"
#include "engine/module/loaded_module.h"
#include "engine/module/muted_stderr.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr int kMostSamples = 16;
constexpr double kSurveyShare = 0.05;  // share of the progress for rendering samples

// Returns captions at least as wide as the caption of every keyframe.
std::vector<std::string> widest_captions(std::span<const Keyframe> keyframes,
                                         std::int64_t steps_per_epoch) {
    constexpr float kWidest = 88.8f;
    std::vector<std::string> captions;
    for (const Keyframe& keyframe : keyframes)
        captions.push_back(caption_text(double(keyframe.step) / double(steps_per_epoch), kWidest));
    return captions;
}

constexpr float kLine = 0.9f;  // brightness of the line between the two halves

// Converts the edges of a grid's columns or rows to picture pixels; the picture has `pixels` of
// them between `from` and `to` in grid coordinates.
std::vector<double> edges_in(double low, double high, int count, double from, double to,
                             int pixels) {
    std::vector<double> edges(std::size_t(count) + 1);
    for (int i = 0; i <= count; ++i) {
        const double at = low + (high - low) * i / count;
        edges[std::size_t(i)] = std::clamp((at - from) / (to - from) * pixels, 0.0, double(pixels));
    }
    return edges;
}

std::vector<Keyframe> filmed_keyframes(std::vector<Keyframe> keyframes, const FilmSpec& spec) {
    if (spec.last)
        std::erase_if(keyframes,
                      [&](const Keyframe& keyframe) { return keyframe.step > *spec.last; });
    if (keyframes.empty()) throw Error("Cannot make a film: the run has no keyframes yet");
    return keyframes;
}

// Renders a timelapse.
struct Timelapse final : ReelJob {
    Backend& backend;
    Grid picture, sample_grid = change_grid(picture);
    std::shared_ptr<const Image> target;
    std::vector<std::int64_t> steps{};
    std::int64_t steps_per_epoch;
    FilmExport::ReadParameters read_parameters;

    // Survey before the film: small renders of every keyframe to measure visible change, otherwise
    // of a few keyframes.
    std::vector<std::size_t> survey{};
    std::size_t surveyed = 0;
    std::vector<std::uint8_t> surveyed_levels{};  // the last surveyed render
    std::vector<Image> samples{};
    std::vector<float> changes{};

    // State while the film is written.
    std::vector<double> places{};  // each keyframe's place along the film
    std::vector<float> parameters{};
    FilmCaption caption;
    std::map<std::int64_t, float> psnr{};  // dB, by step
    std::unique_ptr<DrawnPsnr> measure{};  // PSNR measurement of the frame just begun

    Timelapse(Backend& drawn_by, const Grid& drawn, std::shared_ptr<const Image> learned,
              const std::vector<Keyframe>& keyframes, const std::vector<MeasuredPsnr>& measured,
              std::int64_t steps_each, FilmExport::ReadParameters read, const FilmSpec& given)
        : ReelJob(given),
          backend(drawn_by),
          picture(drawn),
          target(std::move(learned)),
          steps_per_epoch(std::max<std::int64_t>(1, steps_each)),
          read_parameters(std::move(read)),
          caption(widest_captions(keyframes, steps_per_epoch)) {
        for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
        survey.resize(steps.size());
        std::iota(survey.begin(), survey.end(), 0);
        if (spec.pace != Pace::change) {
            survey = pick_keyframes(steps, kMostSamples, spec.pace);
            survey.erase(std::unique(survey.begin(), survey.end()), survey.end());
        }
        changes.resize(steps.size());
        if (spec.caption) caption.require_room(spec.size);
        open(spec.size, target->channels);
        for (const MeasuredPsnr& known : measured)
            if (known.whole) psnr[known.step] = known.psnr;
        if (steps.front() == 0)  // the untrained network gets no PSNR
            psnr[0] = std::numeric_limits<float>::quiet_NaN();
    }

    void prepare() override {
        const std::size_t keyframe = survey[surveyed];
        Image drawing =
            backend.render(sample_grid, whole(sample_grid), read_parameters(steps[keyframe]))
                ->on_host();
        std::vector<std::uint8_t> levels = levels_of(drawing);
        if (surveyed > 0) changes[keyframe] = visible_change(surveyed_levels, levels);
        surveyed_levels = std::move(levels);
        if (spec.beside) put_picture_left(*spec.beside, picture, sample_grid, drawing);
        ++surveyed;
        const std::size_t every = divide_up(survey.size(), std::size_t(kMostSamples));
        if (surveyed % every == 0 || surveyed == survey.size())
            samples.push_back(std::move(drawing));
        if (surveyed < survey.size()) return;
        if (spec.caption) samples.push_back(caption.sample(target->channels));
        use_samples(samples);
        samples.clear();
        places = keyframe_places(steps, spec.pace, changes);
    }

    void measure_part(std::int64_t step) {
        if (!measure) measure = std::make_unique<DrawnPsnr>(*target, picture);
        if (!measure->advance(backend, parameters)) return;
        psnr[step] = float(measure->psnr());
        measure.reset();
    }

    bool draw_part() override {
        const auto shown = [&](double part) { return keyframe_at(places, part); };
        const std::size_t keyframe = shown(way());
        const int first = next_row();
        if (first == 0 && !measure) parameters = read_parameters(steps[keyframe]);
        if (spec.caption && !psnr.contains(steps[keyframe])) {
            measure_part(steps[keyframe]);
            return false;
        }
        const PixelSize size = spec.size;
        const int rows = std::min(rows_per_part(backend, picture, size), rows_left());
        Image part = draw_rows(backend, picture, size, first, rows, parameters);
        if (spec.beside)
            put_picture_left(*spec.beside, picture,
                             rows_of_grid(resized(picture, size.width, size.height), first, rows),
                             part);
        if (spec.caption)
            caption.draw(caption_text(double(steps[keyframe]) / double(steps_per_epoch),
                                      psnr.at(steps[keyframe])),
                         part, first, size.height);
        return write_rows(part, shown);
    }

    double progress() const override {
        const double share = double(surveyed) / double(survey.size());
        return kSurveyShare * share + (1 - kSurveyShare) * ReelJob::progress();
    }
};

namespace fs = std::filesystem;

// Writes a film as a folder of PNG frames at a constant rate, for other programs. A render shown
// for longer is written repeatedly. The folder has a hidden name until it is complete, then it is
// renamed.
class FramesWriter final : public FilmWriter {
public:
    explicit FramesWriter(const FilmSpec& spec)
        : target_(spec.path.has_filename() ? spec.path : spec.path.parent_path()),
          size_(spec.size),
          frames_per_second_(spec.frames_per_second) {
        std::error_code error;
        const bool exists = fs::exists(target_, error);
        if (exists && !fs::is_directory(target_, error))
            refuse_to_write(target_, "it is a file, not a folder");
        if (exists && !fs::is_empty(target_, error))
            refuse_to_write(target_, "the folder is not empty");
        const fs::path parent = target_.has_parent_path() ? target_.parent_path() : ".";
        temporary_ = temporary_name(parent, ".frames");
        if (mkdir(temporary_.c_str(), 0777) != 0)
            refuse_to_write(target_,
                            errno == ENOENT ? "there is no such folder" : errno_text(errno));
    }
    ~FramesWriter() override {
        std::error_code ignored;
        if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
    }

    void write_rows(const Image& rows) override {
        if (!encoder_)
            encoder_ = open_png_writer({"frame",
                                        size_.width,
                                        size_.height,
                                        rows.channels,
                                        {.bit_depth = 8},
                                        append_to(png_)});
        encoder_->write_rows(rows.values);
    }

    void end_frame(double seconds_shown) override {
        encoder_->finish();
        encoder_.reset();
        seconds_ += seconds_shown;
        while (written_ < std::llround(seconds_ * frames_per_second_))
            write_file_atomically(temporary_ / fmt::format("frame-{:04}.png", ++written_), png_);
        png_.clear();
    }

    void finish() override {
        if (rename(temporary_.c_str(), target_.c_str()) != 0)
            refuse_to_write(target_, errno_text(errno));
        temporary_.clear();
    }

private:
    fs::path target_, temporary_;
    PixelSize size_;
    std::vector<std::byte> png_;  // one encoded frame
    std::unique_ptr<ImageWriter> encoder_;
    int frames_per_second_;
    double seconds_ = 0;
    long long written_ = 0;
};

constexpr ModuleName kVideo{"redraw_av.so", "REDRAW_AV_MODULE", "redraw_av_module", "video"};

bool is_video(FilmFormat format) {
    return format == FilmFormat::mp4 || format == FilmFormat::webm;
}

// Wraps a writer of the video module and mutes standard error, to which x264 prints if out of
// memory.
class MutedWriter final : public FilmWriter {
public:
    explicit MutedWriter(std::unique_ptr<FilmWriter> writer) : writer_(std::move(writer)) {}
    void prepare(std::span<const Image> samples) override { writer_->prepare(samples); }
    void write_rows(const Image& rows) override { writer_->write_rows(rows); }
    void end_frame(double seconds_shown) override {
        const MutedStderr muted;
        writer_->end_frame(seconds_shown);
    }
    void finish() override {
        const MutedStderr muted;
        writer_->finish();
    }

private:
    std::unique_ptr<FilmWriter> writer_;
};

std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format) {
    static const LoadedModule<VideoModule> loaded = load_module<VideoModule>(kVideo);
    const auto refuse = [&](const std::string& problem) {
        refuse_to_write(spec.path, problem + "; a .gif and a folder of PNG frames can be written");
    };
    if (loaded.module == nullptr) refuse(loaded.reason);
    if (const auto problem = loaded.module->problem(format)) refuse(*problem);
    const MutedStderr muted;
    return std::make_unique<MutedWriter>(loaded.module->open_writer(spec, format));
}

}  // namespace

int left_columns(int width) {
    return (width + 1) / 2;
}

Grid rows_of_grid(const Grid& grid, int first, int rows) {
    const double each = (grid.bottom - grid.top) / grid.height;
    return {grid.left,  grid.top + each * first,
            grid.right, grid.top + each * (first + rows),
            grid.width, rows};
}

void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn) {
    const int left = left_columns(seen.width);
    const double middle = seen.left + (seen.right - seen.left) * left / seen.width;
    const Image half = in_channels(
        mean_of_cells(
            picture, edges_in(seen.left, middle, left, plane.left, plane.right, picture.width),
            edges_in(seen.top, seen.bottom, seen.height, plane.top, plane.bottom, picture.height)),
        drawn.channels);
    for (int y = 0; y < drawn.height; ++y) {
        float* row = drawn.row(y);
        std::copy_n(half.row(y), std::size_t(left) * drawn.channels, row);
        std::fill_n(row + std::size_t(left - 1) * drawn.channels, drawn.channels, kLine);
    }
}

void check_film(const FilmSpec& spec) {
    constexpr int kMostFramesPerSecond = 120;
    constexpr double kMostSeconds = 600;
    if (spec.frames_per_second < 1 || spec.frames_per_second > kMostFramesPerSecond)
        throw Error(fmt::format("Cannot make a film: it shows 1 to 120 frames a second, not {}",
                                spec.frames_per_second));
    if (!(spec.seconds > 0 && spec.seconds <= kMostSeconds))
        throw Error("Cannot make a film: it lasts above 0 and up to 600 seconds");
    if (!(spec.hold >= 0)) throw Error("Cannot make a film: a drawing is held 0 seconds or longer");
    REDRAW_CHECK(spec.size.width > 0 && spec.size.height > 0, "film size");
}

FilmExport::FilmExport(Backend& backend, const Grid& picture, std::shared_ptr<const Image> target,
                       std::vector<Keyframe> keyframes, std::vector<MeasuredPsnr> measured,
                       std::int64_t steps_per_epoch, ReadParameters read_parameters,
                       const FilmSpec& spec)
    : FilmJob(std::make_unique<Timelapse>(backend, picture, std::move(target),
                                          filmed_keyframes(std::move(keyframes), spec), measured,
                                          steps_per_epoch, std::move(read_parameters), spec)) {}

std::optional<FilmFormat> film_format_of(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (const auto format = from_name<FilmFormat>(extension)) return format;
    std::error_code ignored;
    if (extension.empty() || std::filesystem::is_directory(path, ignored))
        return FilmFormat::frames;
    return std::nullopt;
}

std::optional<std::string> film_problem(FilmFormat format) {
    const std::string reason = is_video(format) ? why_not_installed(kVideo) : "";
    return reason.empty() ? std::nullopt : std::optional(reason);
}

PixelSize film_size(const FilmSpec& spec) {
    const std::optional<FilmFormat> format = film_format_of(spec.path);
    if (!format || !is_video(*format)) return spec.size;
    return {spec.size.width + spec.size.width % 2, spec.size.height + spec.size.height % 2};
}

std::unique_ptr<FilmWriter> open_film_writer(const FilmSpec& spec, int channels) {
    const std::optional<FilmFormat> format = film_format_of(spec.path);
    if (!format)
        refuse_to_write(spec.path, "a film is a .gif, .mp4, .webm or a folder of PNG frames");
    if (is_video(*format)) return open_video_writer(spec, *format);
    if (*format == FilmFormat::gif) return open_gif_writer(spec, channels);
    return std::make_unique<FramesWriter>(spec);
}

}  // namespace redraw
