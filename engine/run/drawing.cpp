#include "engine/run/drawing.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr int kMostSamplesPerSide = 16;
constexpr int kSamplesPerPart = 1 << 16;

int divide_up(int n, int by) {
    return (n + by - 1) / by;
}

// The mean of every block of `k` x `k` samples, each clamped as a picture would be.
Image average(const Image& samples, int k) {
    Image out = make_image(samples.width / k, samples.height / k, samples.channels);
    const int channels = out.channels;
    for (int y = 0; y < samples.height; ++y) {
        const float* from = samples.row(y);
        float* to = out.row(y / k);
        for (int x = 0; x < samples.width; ++x)
            for (int c = 0; c < channels; ++c)
                to[x / k * channels + c] += std::clamp(from[x * channels + c], 0.0f, 1.0f);
    }
    const float share = 1.0f / float(k * k);
    for (float& value : out.values) value *= share;
    return out;
}

}  // namespace

int samples_per_side(const Grid& picture, PixelSize size) {
    const int needed =
        std::max(divide_up(picture.width, size.width), divide_up(picture.height, size.height));
    return std::clamp(needed, 1, kMostSamplesPerSide);
}

Image draw_rows(Backend& backend, const Grid& picture, PixelSize size, int first_row, int rows,
                std::span<const float> parameters) {
    const int k = samples_per_side(picture, size);
    const Grid grid = resized(picture, size.width * k, size.height * k);
    const auto drawing = backend.render(grid, {0, first_row * k, grid.width, rows * k}, parameters);
    return k == 1 ? drawing->on_host() : average(drawing->on_host(), k);
}

int rows_per_part(const Grid& picture, PixelSize size) {
    const int k = samples_per_side(picture, size);
    return std::max(1, kSamplesPerPart / (size.width * k * k));
}

}  // namespace redraw
