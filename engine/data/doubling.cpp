#include "engine/data/doubling.h"

#include "engine/error.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <vector>

namespace redraw {
namespace {

int mirrored(int at, int size) {
    const int period = 2 * size;
    at = ((at % period) + period) % period;
    return at < size ? at : period - 1 - at;
}

// Catmull-Rom a quarter pixel beside a pixel: at its left or upper neighbour, itself, the nearer
// and the farther pixel of the side that is asked for.
constexpr float kQuarter[] = {-0.0703125f, 0.8671875f, 0.2265625f, -0.0234375f};

// The weights of the pixels on one side of the new one's centre, nearest first; they lie at 1/4,
// 3/4, ... of its width.
std::vector<float> halving_weights(const HalvingMix& filters) {
    constexpr int kTaps = 2 * kHalvingReach;
    const auto tap = [](int i) { return 0.25 + 0.5 * i; };
    double bicubic = 0, lanczos = 0;
    for (int i = 0; i < kTaps; ++i)
        bicubic += 2 * catmull_rom(tap(i)), lanczos += 2 * lanczos3(tap(i));
    const double all = filters.area + filters.bicubic + filters.lanczos;
    if (!(all > 0)) return halving_weights({1, 1, 1});  // nobody knows
    std::vector<float> weights;
    for (int i = 0; i < kTaps; ++i)
        weights.push_back(float((filters.area * (i == 0 ? 0.5 : 0) +
                                 filters.bicubic * catmull_rom(tap(i)) / bicubic +
                                 filters.lanczos * lanczos3(tap(i)) / lanczos) /
                                all));
    while (weights.back() == 0) weights.pop_back();
    return weights;
}

}  // namespace

Image mirrored_part(const Image& source, const PixelRect& part) {
    REDRAW_CHECK(source.width > 0 && source.height > 0, "a picture has pixels");
    Image out = make_image(part.width, part.height, source.channels);
    const int channels = source.channels;
    for (int y = 0; y < part.height; ++y) {
        const float* from = source.row(mirrored(part.y + y, source.height));
        float* to = out.row(y);
        for (int x = 0; x < part.width; ++x) {
            const int at = part.x + x;
            const bool inside = at >= 0 && at < source.width;
            const float* pixel =
                from + std::ptrdiff_t(inside ? at : mirrored(at, source.width)) * channels;
            to = std::copy_n(pixel, channels, to);
        }
    }
    return out;
}

Image doubled(const Image& source, const PixelRect& inner) {
    REDRAW_CHECK(inner.x >= kDoublingReach && inner.y >= kDoublingReach &&
                     inner.x + inner.width <= source.width - kDoublingReach &&
                     inner.y + inner.height <= source.height - kDoublingReach,
                 "interpolation needs two pixels around");
    const int channels = source.channels;
    const std::ptrdiff_t row_values = std::ptrdiff_t(source.width) * channels;
    Image out = make_image(2 * inner.width, 2 * inner.height, channels);
    std::vector<float> mixed(static_cast<std::size_t>(row_values));  // of rows
    for (int y = 0; y < out.height; ++y) {
        const float* row = source.row(inner.y + y / 2);
        const std::ptrdiff_t down = y % 2 == 0 ? -row_values : row_values;
        for (std::ptrdiff_t i = 0; i < row_values; ++i)
            mixed[std::size_t(i)] = kQuarter[0] * row[i - down] + kQuarter[1] * row[i] +
                                    kQuarter[2] * row[i + down] + kQuarter[3] * row[i + 2 * down];
        float* to = out.row(y);
        const float* at = mixed.data() + std::ptrdiff_t(inner.x) * channels;
        for (int x = 0; x < inner.width; ++x, at += channels)
            for (const std::ptrdiff_t right : {-channels, channels})
                for (int c = 0; c < channels; ++c)
                    *to++ = kQuarter[0] * at[c - right] + kQuarter[1] * at[c] +
                            kQuarter[2] * at[c + right] + kQuarter[3] * at[c + 2 * right];
    }
    return out;
}

Image halved(const Image& source, const HalvingMix& filters) {
    REDRAW_CHECK(source.width % 2 == 0 && source.height % 2 == 0, "halves are whole");
    const std::vector<float> weights = halving_weights(filters);
    const int channels = source.channels, count = int(weights.size());
    const std::size_t row_values = std::size_t(source.width) * channels;
    Image out = make_image(source.width / 2, source.height / 2, channels);
    std::vector<float> mixed(row_values);  // of rows
    for (int y = 0; y < out.height; ++y) {
        std::fill(mixed.begin(), mixed.end(), 0.0f);
        for (int i = 0; i < count; ++i) {
            const float* above = source.row(mirrored(2 * y - i, source.height));
            const float* below = source.row(mirrored(2 * y + 1 + i, source.height));
            for (std::size_t k = 0; k < row_values; ++k)
                mixed[k] += weights[std::size_t(i)] * (above[k] + below[k]);
        }
        float* to = out.row(y);
        for (int x = 0; x < out.width; ++x, to += channels)
            for (int i = 0; i < count; ++i) {
                const int left = mirrored(2 * x - i, source.width);
                const int right = mirrored(2 * x + 1 + i, source.width);
                for (int c = 0; c < channels; ++c)
                    to[c] += weights[std::size_t(i)] * (mixed[std::size_t(left) * channels + c] +
                                                        mixed[std::size_t(right) * channels + c]);
            }
    }
    return out;
}

}  // namespace redraw
