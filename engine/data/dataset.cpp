#include "engine/data/dataset.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/internal_examples.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace redraw {
namespace {

struct Pixel {
    float rgb[3];
    float alpha;
};

Pixel read_pixel(const float* p, int channels) {
    const float alpha = has_alpha(channels) ? p[channels - 1] : 1;
    if (channels < 3) return {{p[0], p[0], p[0]}, alpha};
    return {{p[0], p[1], p[2]}, alpha};
}

void lay_over_white(Pixel& pixel) {
    for (float& value : pixel.rgb)
        value = pixel.alpha > 0 ? value * pixel.alpha + (1 - pixel.alpha) : 1;
}

float gray_of(const Pixel& pixel) {
    const float* rgb = pixel.rgb;
    return rgb[0] == rgb[1] && rgb[1] == rgb[2] ? rgb[0] : luma(rgb);
}

int channels_of(ChannelMode mode) {
    return mode == ChannelMode::alpha ? 4 : mode == ChannelMode::color ? 3 : 1;
}

Image convert_channels(const Image& source, ChannelMode mode) {
    const int channels = channels_of(mode);
    Image out = make_image(source.width, source.height, channels);
    const std::size_t count = source.pixel_count();
    for (std::size_t i = 0; i < count; ++i) {
        Pixel pixel = read_pixel(source.values.data() + i * source.channels, source.channels);
        float* to = out.values.data() + i * channels;
        // The colour of fully transparent pixels is invisible, so learning it would be wasted.
        if (mode != ChannelMode::alpha || !(pixel.alpha > 0)) lay_over_white(pixel);
        if (channels == 4) to[3] = pixel.alpha;
        if (channels >= 3)
            std::copy_n(pixel.rgb, 3, to);
        else
            to[0] =
                mode == ChannelMode::black_white ? float(gray_of(pixel) >= 0.5f) : gray_of(pixel);
    }
    return out;
}

float on_16_bits(float value) {
    return std::round(std::clamp(value, 0.0f, 1.0f) * 65535.0f) / 65535.0f;
}

bool shows_colour_under_alpha(const Image& picture) {
    for (std::size_t i = 0; i < picture.values.size(); i += 4) {
        const float* p = picture.values.data() + i;
        if (p[3] == 0 && (p[0] != 1 || p[1] != 1 || p[2] != 1)) return true;
    }
    return false;
}

bool keeps_size(const Image& picture, const Config& config) {
    return training_size(config.data.train_size, picture.width, picture.height) ==
           PixelSize{picture.width, picture.height};
}

// Returns a stride near the golden section with which an epoch sees all pixels of a cell, and the
// four around an entry of a grid's finest table take turns (measured: bench/results/quality.md).
std::uint32_t stride_of(const Strata& strata) {
    const std::uint64_t pixels = strata.pixels(), width = strata.width;
    const std::uint64_t tried = std::min<std::uint64_t>(64, (1 << 22) / (pixels + 1));
    auto first = std::uint64_t(std::llround(0.618 * double(pixels)));
    while (std::gcd(first, pixels) != 1) ++first;
    std::uint64_t best = first, least = pixels;
    for (auto stride = first; least > pixels * 9 / 20 && stride < first + tried; ++stride) {
        if (std::gcd(stride, pixels) != 1) continue;
        std::uint64_t lag = 1;  // how many steps after a pixel its right neighbour is seen
        while (stride * lag % pixels != 1 % pixels) ++lag;
        std::uint64_t seen[] = {0, lag, width * lag % pixels, (width + 1) * lag % pixels, pixels};
        std::ranges::sort(seen);
        std::uint64_t longest = 0;  // steps without seeing any of the four
        for (int i = 0; i < 4; ++i) longest = std::max(longest, seen[i + 1] - seen[i]);
        if (longest < least) best = stride, least = longest;
    }
    return std::uint32_t(best);
}

}  // namespace

Strata Dataset::strata() const {
    return strata_of(std::uint32_t(target.width), std::uint32_t(target.height),
                     std::uint32_t(batch_size));
}

int Dataset::batch_pixels() const {
    const auto all = std::int64_t(target.pixel_count());
    switch (batch) {
        case BatchMode::full:
            break;
        case BatchMode::random:
            return int(std::min<std::int64_t>(batch_size, all));
        case BatchMode::rows:
            return int(std::min(batch_size, target.height)) * target.width;
        case BatchMode::stratified:
            return int(strata().count());
    }
    return int(all);
}

int Dataset::batch_samples() const {
    return pixel == PixelModel::area ? 2 * batch_pixels() : batch_pixels();
}

std::int64_t Dataset::single_steps() const {
    constexpr double kEpochs = 5;  // at 512 x 512 pixels: a quarter of the default epochs
    if (pixel == PixelModel::point || batch != BatchMode::stratified) return 0;
    const double epochs = kEpochs * passes_by_size(std::int64_t(target.pixel_count()));
    return std::llround(epochs * double(steps_per_epoch()));
}

int Dataset::samples_at(std::int64_t step) const {
    return pixel == PixelModel::area && step >= single_steps() ? 2 : 1;
}

std::int64_t Dataset::steps_per_epoch() const {
    auto all = std::int64_t(target.pixel_count());
    if (batch == BatchMode::stratified) return strata().pixels();
    if (examples) all = std::min(all, kMostTeachingPixels);
    return divide_up(all, std::int64_t(batch_pixels()));
}

std::int64_t steps_per_epoch(const Config& config, PixelSize target) {
    // Has the target's size, but neither pixels nor any internal example.
    Dataset empty{
        {target.width, target.height, 1, {}}, {}, {}, config.data.batch, config.data.batch_size};
    if (config.network.encoding == Encoding::window)
        empty.examples = std::make_shared<const InternalExamples>();
    return empty.steps_per_epoch();
}

TrainSize as_many_pixels_as_square(int side, PixelSize picture) {
    const int longer = std::max(picture.width, picture.height);
    const double pixels = double(picture.width) * picture.height;
    const double scaled = std::round(longer * (side / std::sqrt(pixels)));
    if (scaled >= longer) return {.longer_side = longer <= kLongestSide ? longer : 0};
    return {.longer_side = int(std::clamp(scaled, 1.0, double(kLongestSide)))};
}

PixelSize training_size(const TrainSize& wanted, int width, int height) {
    if (wanted.width > 0 && wanted.height > 0)
        return {std::min(wanted.width, width), std::min(wanted.height, height)};
    const int longer = std::max(width, height);
    if (wanted.longer_side <= 0 || longer <= wanted.longer_side) return {width, height};
    const double scale = double(wanted.longer_side) / longer;
    return {std::max(1, int(std::lround(width * scale))),
            std::max(1, int(std::lround(height * scale)))};
}

ChannelMode resolve_channels(ChannelMode wanted, const Image& picture) {
    if (wanted != ChannelMode::automatic) return wanted;
    constexpr float kTolerance = 2.0f / 255.0f + 1e-6f;
    const std::size_t count = picture.pixel_count();
    std::size_t between = 0;
    bool coloured = false;
    for (std::size_t i = 0; i < count; ++i) {
        const Pixel pixel =
            read_pixel(picture.values.data() + i * picture.channels, picture.channels);
        if (has_alpha(picture.channels) && pixel.alpha < 1.0f) return ChannelMode::alpha;
        const auto [low, high] = std::minmax({pixel.rgb[0], pixel.rgb[1], pixel.rgb[2]});
        coloured = coloured || high - low > kTolerance;
        between += low > kTolerance && high < 1.0f - kTolerance;
    }
    if (coloured) return ChannelMode::color;
    return between * 1000 <= count ? ChannelMode::black_white : ChannelMode::gray;
}

bool learns_as_it_is(const Image& picture, const Config& config) {
    if (!keeps_size(picture, config)) return false;
    const ChannelMode mode = resolve_channels(config.data.channels, picture);
    if (mode == ChannelMode::black_white || picture.channels != channels_of(mode) ||
        (picture.channels == 4 && shows_colour_under_alpha(picture)))
        return false;
    return std::all_of(picture.values.begin(), picture.values.end(),
                       [](float value) { return on_16_bits(value) == value; });
}

Image make_target(const Image& picture, const Config& config) {
    const ChannelMode mode = resolve_channels(config.data.channels, picture);
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    Image target = keeps_size(picture, config)
                       ? convert_channels(picture, mode)
                       : convert_channels(resample_area(picture, size.width, size.height), mode);
    for (float& value : target.values) value = on_16_bits(value);
    return target;
}

Image in_channels(const Image& picture, int channels, const TrainSize& size) {
    Config config;
    config.data.train_size = size;
    config.data.channels = channels == 1   ? ChannelMode::gray
                           : channels == 3 ? ChannelMode::color
                                           : ChannelMode::alpha;
    return make_target(picture, config);
}

Dataset make_dataset(const Image& picture, const Config& config) {
    return make_dataset_of_target(make_target(picture, config), config);
}

Dataset make_dataset_of_target(Image target, const Config& config) {
    Dataset dataset;
    dataset.grid = picture_grid(target.width, target.height);
    dataset.target = std::move(target);
    dataset.pixel = config.network.pixel;
    dataset.batch = config.data.batch;
    dataset.batch_size = config.data.batch_size;
    dataset.seed = config.seed;
    if (config.network.encoding == Encoding::window)
        dataset.examples = std::make_shared<const InternalExamples>(
            make_internal_examples(dataset.target, config.network.window, config.seed));
    return dataset;
}

Sampling sampling_of(const Dataset& dataset, std::int64_t step) {
    Strata strata = dataset.strata();
    strata.stride = stride_of(strata);
    return {dataset.batch,
            std::uint32_t(dataset.target.width),
            std::uint32_t(dataset.target.height),
            std::uint32_t(dataset.batch_pixels()),
            dataset.seed,
            strata,
            std::uint32_t(dataset.samples_at(step))};
}

}  // namespace redraw
