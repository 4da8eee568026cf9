#include "engine/features/studies/held_out.h"

#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "engine/network/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kMethods = 1 + std::size(kNames<Filter>);

PixelSize half_of(const Image& target) {
    return {std::max(1, target.width / 2), std::max(1, target.height / 2)};
}

// Chooses the settings that depend on the picture's size anew for the half-size picture. A network
// that enlarges (window encoding) keeps its settings.
Config for_half(Config request, const Config& config, const Image& target) {
    if (config.network.encoding == Encoding::window) return config;
    request.network.pixel = config.network.pixel;
    choose_by_size(request.network, half_of(target), target.channels);
    return request;
}

Dataset own_half(const Image& target, const Config& config) {
    const PixelSize half = half_of(target);
    return make_dataset_of_target(resample_area(target, half.width, half.height), config);
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
    // The copy's pixels are twice as large, around the centres of the pixels learned, so that their
    // grid extends half a pixel beyond the picture's left and top edges.
    const Grid picture = picture_grid(target.width, target.height);
    const double pixel = (picture.right - picture.left) / picture.width;
    Grid& grid = dataset.grid;
    grid.left = picture.left - pixel / 2;
    grid.top = picture.top - pixel / 2;
    grid.right = grid.left + 2 * pixel * grid.width;
    grid.bottom = grid.top + 2 * pixel * grid.height;
    return dataset;
}

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
    : target_(std::move(target)), config_(resolve(request, target_)) {
    if (target_.pixel_count() == 1) throw Error("A picture of one pixel has no pixels to hide.");
    of_half_ = learns_own_half(config_.network);
    if (of_half_) config_ = for_half(request, config_, target_);
    if (epochs) config_.schedule = shortened(config_.schedule, double(*epochs));
    loop_ = new_step_loop(options, config_,
                          of_half_ ? own_half(target_, config_) : one_in_four(target_, config_));
    result_.drawing = make_image(target_.width, target_.height, target_.channels);
}

bool HeldOut::advance() {
    if (loop_.step < steps()) {
        if (const auto diverged = loop_.advance(config_, loop_.burst()).diverged)
            throw Error(fmt::format(
                "The test copy diverged at step {}, so there is nothing to compare.", *diverged));
    } else if (next_row_ < target_.height) {
        const Grid picture = picture_grid(target_.width, target_.height);
        draw_next_rows(*loop_.backend, picture, picture, {}, result_.drawing, next_row_);
    } else if (result_.methods.size() < kMethods) {
        measure();
    }
    return result_.methods.size() == kMethods;
}

double HeldOut::progress() const {
    // The share of progress that counts for training, which takes nearly all of the time.
    constexpr double kTraining = 0.97;
    const double trained = steps() > 0 ? double(loop_.step) / double(steps()) : 1;
    const double measured = double(result_.methods.size()) / double(kMethods);
    return kTraining * trained + (1 - kTraining) * measured;
}

void HeldOut::measure() {
    const auto add = [&](std::string method, const Image& drawn) {
        const double decibels = of_half_ ? psnr(drawn, target_)
                                         : psnr(held_out_pixels(drawn), held_out_pixels(target_));
        result_.methods.push_back({std::move(method), decibels, ssim(drawn, target_)});
    };
    const Image& known = loop_.dataset->target;
    const std::size_t done = result_.methods.size();
    if (done == 0) return add("network", result_.drawing);
    const auto& [filter, name] = kNames<Filter>[done - 1];
    add(std::string(name), of_half_
                               ? resample(known, target_.width, target_.height, filter)
                               : resample_between(known, target_.width, target_.height, filter));
}

}  // namespace redraw
