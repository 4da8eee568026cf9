#include "engine/drawing/run_summary.h"

#include "engine/data/dataset.h"
#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/network/encodings.h"
#include "engine/network/schedule.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redraw {

std::optional<std::vector<float>> latest_parameters(const RunFile& run) {
    if (auto state = run.state()) return std::move(state->parameters);
    const auto& keyframes = run.keyframes();
    return keyframes.empty() ? std::nullopt : run.parameters_at(keyframes.back().step);
}

std::unique_ptr<Backend> make_drawing_backend(const BackendOptions& options, const RunFile& run,
                                              int channels) {
    const Config& config = run.config();
    std::shared_ptr<Dataset> picture;
    if (config.network.encoding == Encoding::window) {  // a window network renders from its picture
        picture = std::make_shared<Dataset>();
        picture->target = run.target();
        picture->grid = picture_grid(picture->target.width, picture->target.height);
    }
    return make_backend(options, config.network, config.optimizer, channels, picture);
}

Config for_another_picture(Config config) {
    TrainSize& size = config.data.train_size;  // another picture has other proportions
    if (size.width > 0) size = {.longer_side = std::max(size.width, size.height)};
    // Removes the effect of "Finish early", which applies only to the run in which the user
    // pressed it.
    config.schedule.start_epoch = 0;
    return config;
}

RunSummary summary_of(const RunFile& run) {
    const auto& keyframes = run.keyframes();
    const auto state_step = run.state_step();
    RunSummary summary;
    summary.picture_name = run.picture_name();
    summary.config = run.config();
    summary.request = run.request();
    summary.size = run.target_size();
    summary.picture = run.picture_size();
    summary.channels = run.channels();
    summary.steps_per_epoch = steps_per_epoch(summary.config, summary.size);
    summary.total_steps = total_steps(summary.config.schedule, summary.steps_per_epoch);
    summary.step = state_step ? *state_step : keyframes.empty() ? 0 : keyframes.back().step;
    summary.psnr = std::numeric_limits<float>::quiet_NaN();
    for (const MeasuredPsnr& measured : run.measured())
        if (measured.whole && measured.step == summary.step) summary.psnr = measured.psnr;
    summary.seconds = run.seconds();
    summary.branch = branch_of(run.events());
    if (const auto& mosaic = run.mosaic()) {
        summary.whole = {mosaic->tiles.across.length, mosaic->tiles.down.length};
        summary.tiles = mosaic->tiles.count();
        summary.learned_tiles = std::ssize(run.mosaic_tiles());
        summary.whole_psnr = float(psnr_of(*mosaic, run.mosaic_tiles()));
    }
    return summary;
}

RunSummary read_run_summary(const std::filesystem::path& path) {
    return summary_of(RunFile::open(path, RunFile::Access::read_only));
}

namespace {

// Returns the number of weights read per sample, without a grid's tables, of which a sample reads
// only a few entries.
double weights_read(const RunSummary& summary) {
    const NetworkSpec& network = summary.config.network;
    return double(parameter_count(network, summary.channels)) - double(grid_parameters(network));
}

constexpr double kMostWork = 2e10;  // weights times samples: about a second on one slow CPU core

// Returns the PSNR of a run's render at `size`, compared with picture(), which is empty if it is
// not known. NaN for what is too large.
template <class Picture>
float psnr_compared_with(const RunFile& run, PixelSize size, const BackendOptions& options,
                         Picture picture) {
    constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
    constexpr double kMostMeasured = 1 << 20;
    const RunSummary summary = summary_of(run);
    const double pixels = double(size.width) * size.height;
    if (!run.state_step() || summary.step == 0 || pixels > kMostMeasured ||
        weights_read(summary) * pixels > kMostWork)
        return kUnknown;
    const auto parameters = latest_parameters(run);
    const Image reference = parameters ? picture() : Image{};
    if (reference.values.empty()) return kUnknown;
    const auto backend = make_drawing_backend(options, run, summary.channels);
    return float(drawn_psnr(*backend, reference,
                            picture_grid(summary.size.width, summary.size.height), *parameters));
}

}  // namespace

float measured_psnr(const std::filesystem::path& path, const BackendOptions& options) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    return psnr_compared_with(run, run.target_size(), options, [&] { return run.target(); });
}

float original_psnr(const std::filesystem::path& path, const BackendOptions& options) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    return psnr_compared_with(run, run.picture_size(), options, [&] {
        const auto source = run.source();
        return source ? in_channels(*source, run.channels()) : Image{};
    });
}

std::shared_ptr<const Image> draw_run(const std::filesystem::path& path, int side,
                                      const BackendOptions& options) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    const RunSummary summary = summary_of(run);
    // Refuses large keyframes without a training state. A file of some kilobytes can hold a
    // keyframe that takes a second and a gigabyte to unpack; a trained run always has a state.
    constexpr std::size_t kMostUnpacked = 4'000'000;
    if (!run.state_step() &&
        parameter_count(summary.config.network, summary.channels) > kMostUnpacked)
        return nullptr;
    const auto parameters = latest_parameters(run);
    if (!parameters) return nullptr;
    const auto [width, height] = summary.size;
    const double weights = weights_read(summary);
    PixelSize size = training_size({.longer_side = side}, width, height);
    while (side > 1 && weights * size.width * size.height > kMostWork) {
        side /= 2;
        size = training_size({.longer_side = side}, width, height);
    }
    const Grid picture = picture_grid(width, height);
    const Grid grid = resized(picture, size.width, size.height);
    const auto backend = make_drawing_backend(options, run, summary.channels);
    const PixelSize block = samples_per_pixel(*backend, picture, grid);
    if (weights * size.width * block.width * size.height * block.height <= kMostWork)
        return std::make_shared<const Image>(
            draw_rows(*backend, picture, size, 0, size.height, *parameters));
    return std::make_shared<const Image>(
        backend->render(grid, whole(grid), *parameters)->on_host());
}

}  // namespace redraw
