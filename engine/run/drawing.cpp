#include "engine/run/drawing.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr int kMostSamplesPerSide = 16;
constexpr int kSamplesPerPart = 1 << 16;
constexpr int kMargins = 4;  // of a part, at least: half as much again is computed

int divide_up(int n, int by) {
    return (n + by - 1) / by;
}

// The mean of every block of samples, each clamped as a picture would be.
Image average(const Image& samples, PixelSize block) {
    Image out =
        make_image(samples.width / block.width, samples.height / block.height, samples.channels);
    const int channels = out.channels;
    for (int y = 0; y < samples.height; ++y) {
        const float* from = samples.row(y);
        float* to = out.row(y / block.height);
        for (int x = 0; x < samples.width; ++x)
            for (int c = 0; c < channels; ++c)
                to[x / block.width * channels + c] +=
                    std::clamp(from[x * channels + c], 0.0f, 1.0f);
    }
    const float share = 1.0f / float(block.width * block.height);
    for (float& value : out.values) value *= share;
    return out;
}

}  // namespace

PixelSize samples_per_pixel(const Grid& picture, PixelSize size) {
    const auto samples = [](int learned, int drawn) {
        return std::clamp(divide_up(learned, drawn), 1, kMostSamplesPerSide);
    };
    return {samples(picture.width, size.width), samples(picture.height, size.height)};
}

Image draw_part(Backend& backend, const Grid& picture, PixelSize size, const PixelRect& part,
                std::span<const float> parameters) {
    const PixelSize block = samples_per_pixel(picture, size);
    const Grid grid = resized(picture, size.width * block.width, size.height * block.height);
    const auto drawing = backend.render(grid,
                                        {part.x * block.width, part.y * block.height,
                                         part.width * block.width, part.height * block.height},
                                        parameters);
    return block == PixelSize{1, 1} ? drawing->on_host() : average(drawing->on_host(), block);
}

Image draw_rows(Backend& backend, const Grid& picture, PixelSize size, int first_row, int rows,
                std::span<const float> parameters) {
    return draw_part(backend, picture, size, {0, first_row, size.width, rows}, parameters);
}

int rows_per_part(const Backend& backend, const Grid& picture, PixelSize size) {
    const PixelSize block = samples_per_pixel(picture, size);
    const Grid grid = resized(picture, size.width * block.width, size.height * block.height);
    const int rows = kSamplesPerPart / (size.width * block.width * block.height);
    return std::max({1, rows, kMargins * backend.margin(grid) / block.height});
}

}  // namespace redraw
