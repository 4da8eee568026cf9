#include "engine/studies/held_out.h"

#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/image/metrics.h"
#include "engine/image/resample.h"
#include "engine/network/initialisation.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/burst.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

namespace redraw {
namespace {

constexpr Filter kFilters[] = {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos};
constexpr std::size_t kMethods = 1 + std::size(kFilters);

// A shorter run has a warm-up and a cosine of its own.
Schedule shortened(Schedule schedule, std::int64_t epochs) {
    schedule.epochs = epochs;
    schedule.epoch_offset = 0;
    schedule.start_epoch = 0;
    schedule.warmup_epochs = std::min(schedule.warmup_epochs, 0.1 * double(epochs));
    return schedule;
}

}  // namespace

Dataset one_in_four(const Image& target, const Config& config) {
    const int channels = target.channels;
    Image known = make_image((target.width + 1) / 2, (target.height + 1) / 2, channels);
    for (int y = 0; y < known.height; ++y)
        for (int x = 0; x < known.width; ++x)
            std::copy_n(target.row(2 * y) + std::ptrdiff_t(2 * x) * channels, channels,
                        known.row(y) + std::ptrdiff_t(x) * channels);
    Dataset dataset = make_dataset_of_target(std::move(known), config);
    // Pixels of twice the size around the same centres: half a pixel over each edge.
    const Grid picture = picture_grid(target.width, target.height);
    const double pixel = (picture.right - picture.left) / picture.width;
    Grid& grid = dataset.grid;
    grid.left = picture.left - pixel / 2;
    grid.top = picture.top - pixel / 2;
    grid.right = grid.left + 2 * pixel * grid.width;
    grid.bottom = grid.top + 2 * pixel * grid.height;
    return dataset;
}

namespace {

PixelSize half_of(const Image& target) {
    return {std::max(1, target.width / 2), std::max(1, target.height / 2)};
}

// To the copy the half is the whole picture: what the picture's size chose its own size chooses.
Config for_half(Config request, const Config& config, const Image& target) {
    if (config.network.encoding == Encoding::window) return config;
    request.network.pixel = config.network.pixel;
    choose_by_size(request.network, half_of(target));
    return request;
}

Dataset own_half(const Image& target, const Config& config) {
    const PixelSize half = half_of(target);
    return make_dataset_of_target(resample_area(target, half.width, half.height), config);
}

}  // namespace

Image held_out_pixels(const Image& picture) {
    Image pixels{0, 1, picture.channels, {}};
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            if (x % 2 == 0 && y % 2 == 0) continue;
            const float* pixel = picture.row(y) + std::ptrdiff_t(x) * picture.channels;
            pixels.values.insert(pixels.values.end(), pixel, pixel + picture.channels);
            ++pixels.width;
        }
    return pixels;
}

bool learns_own_half(const NetworkSpec& network) {
    return network.encoding == Encoding::window || network.pixel == PixelModel::area;
}

const char* what_a_copy_learns(const NetworkSpec& network) {
    return learns_own_half(network) ? "the picture's own half" : "one pixel in four";
}

HeldOut::HeldOut(Image target, const Config& request, const BackendOptions& options,
                 std::optional<std::int64_t> epochs)
    : target_(std::move(target)),
      schedule_(epochs ? shortened(request.schedule, *epochs) : request.schedule) {
    Config config = resolve(request, target_);
    learned_ = what_a_copy_learns(config.network);
    of_half_ = learns_own_half(config.network);
    if (of_half_) config = for_half(request, config, target_);
    dataset_ = std::make_shared<const Dataset>(of_half_ ? own_half(target_, config)
                                                        : one_in_four(target_, config));
    if (target_.pixel_count() == 1)
        throw Error("A picture of one pixel leaves nothing to hold out.");
    const int channels = target_.channels;
    backend_ = make_backend(options, config.network, config.optimizer, channels, dataset_);
    backend_->load(fresh_state(initial_parameters(config.network, channels, config.seed),
                               config.optimizer.kind));
    result_.drawing = make_image(target_.width, target_.height, channels);
}

bool HeldOut::advance() {
    if (step_ < steps())
        train();
    else if (next_row_ < target_.height)
        draw();
    else if (result_.methods.size() < kMethods)
        measure();
    return result_.methods.size() == kMethods;
}

double HeldOut::progress() const {
    // Training is nearly all of it.
    constexpr double kTraining = 0.97;
    const double trained = steps() > 0 ? double(step_) / double(steps()) : 1;
    const double measured = double(result_.methods.size()) / double(kMethods);
    return kTraining * trained + (1 - kTraining) * measured;
}

void HeldOut::train() {
    const std::int64_t count = std::min(steps_of_burst(step_seconds_), steps() - step_);
    std::vector<float> rates;
    for (std::int64_t i = 0; i < count; ++i)
        rates.push_back(float(
            learning_rate(schedule_, double(step_ + i) / double(dataset_->steps_per_epoch()))));
    std::vector<StepResult> results(rates.size());
    const auto start = std::chrono::steady_clock::now();
    backend_->train(rates, results);
    step_seconds_ = seconds_since(start) / double(count);
    for (const StepResult& result : results) {
        ++step_;
        if (!std::isfinite(result.loss) || !std::isfinite(result.squared_error))
            throw Error(
                fmt::format("The copy that learns {} diverged at step {}: there is "
                            "nothing to compare.",
                            learned_, step_));
    }
}

void HeldOut::draw() {
    const Grid picture = picture_grid(target_.width, target_.height);
    const PixelSize size{target_.width, target_.height};
    const int rows = std::min(rows_per_part(*backend_, picture, size), target_.height - next_row_);
    const Image drawn = draw_rows(*backend_, picture, size, next_row_, rows, {});
    std::copy(drawn.values.begin(), drawn.values.end(), result_.drawing.row(next_row_));
    next_row_ += rows;
}

void HeldOut::measure() {
    const auto add = [&](std::string method, const Image& drawn) {
        const double decibels = of_half_ ? psnr(drawn, target_)
                                         : psnr(held_out_pixels(drawn), held_out_pixels(target_));
        result_.methods.push_back({std::move(method), decibels, ssim(drawn, target_)});
    };
    const std::size_t done = result_.methods.size();
    if (done == 0) return add("network", result_.drawing);
    const Filter filter = kFilters[done - 1];
    add(std::string(name_of(filter)),
        of_half_ ? resample(dataset_->target, target_.width, target_.height, filter)
                 : resample_between(dataset_->target, target_.width, target_.height, filter));
}

}  // namespace redraw
