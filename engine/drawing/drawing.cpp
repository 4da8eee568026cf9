#include "engine/drawing/drawing.h"

#include "engine/arithmetic.h"
#include "engine/stop.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr int kSamplesPerPart = 1 << 16;
// The least height of a part, in multiples of Backend::margin(). The margins above and below then
// add at most about half as many rows.
constexpr int kMargins = 4;

// Returns the means of all blocks of samples, each sample clamped to [0, 1] as for display.
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

PixelSize samples_per_pixel(const Backend& backend, const Grid& picture, const Grid& grid,
                            std::span<const float> parameters) {
    const auto [size, across] = backend.resolution(picture, parameters);
    // Returns the samples per rendered pixel along one axis: the number of training samples in the
    // rendered extent, divided by the rendered pixels.
    const auto samples = [across = across](double drawn, double all, int learned, int pixels) {
        constexpr double kRounding = 1e-9;
        const double wanted = drawn / all * learned * across / pixels;
        // An area pixel is the mean of its samples, unless the render is so large that each pixel
        // shows a single sample.
        const double least = std::min(double(across), std::ceil(across * wanted - kRounding));
        return int(std::clamp(std::ceil(wanted - kRounding), std::max(1.0, least),
                              double(kMostSamplesPerSide)));
    };
    return {
        samples(grid.right - grid.left, picture.right - picture.left, size.width, grid.width),
        samples(grid.bottom - grid.top, picture.bottom - picture.top, size.height, grid.height)};
}

static PixelSize block_of(const Backend& backend, const Grid& picture, const Grid& grid,
                          std::span<const float> parameters, int most_samples) {
    const auto [across, down] = samples_per_pixel(backend, picture, grid, parameters);
    return {std::min(across, most_samples), std::min(down, most_samples)};
}

std::shared_ptr<const Surface> draw_to_show(Backend& backend, const Grid& picture, const Grid& grid,
                                            std::span<const float> parameters, int most_samples) {
    const auto [size, across] = backend.resolution(picture, parameters);
    const bool points = across == 1 && size == PixelSize{picture.width, picture.height};
    if (points || most_samples == 1 ||
        samples_per_pixel(backend, picture, grid, parameters) == PixelSize{1, 1})
        return backend.render(grid, whole(grid), parameters);
    const PixelSize block = block_of(backend, picture, grid, parameters, most_samples);
    const Grid finer = resized(grid, grid.width * block.width, grid.height * block.height);
    if (auto means = backend.render_means(finer, whole(finer), block, parameters)) return means;
    return std::make_shared<HostSurface>(
        draw_on(backend, picture, grid, whole(grid), parameters, most_samples));
}

Image draw_on(Backend& backend, const Grid& picture, const Grid& grid, const PixelRect& part,
              std::span<const float> parameters, int most_samples) {
    throw_if_stopped();
    const PixelSize block = block_of(backend, picture, grid, parameters, most_samples);
    const Grid finer = resized(grid, grid.width * block.width, grid.height * block.height);
    const auto drawing = backend.render(finer,
                                        {part.x * block.width, part.y * block.height,
                                         part.width * block.width, part.height * block.height},
                                        parameters);
    return block == PixelSize{1, 1} ? drawing->on_host() : average(drawing->on_host(), block);
}

Image draw_part(Backend& backend, const Grid& picture, PixelSize size, const PixelRect& part,
                std::span<const float> parameters) {
    return draw_on(backend, picture, resized(picture, size.width, size.height), part, parameters);
}

Image draw_rows(Backend& backend, const Grid& picture, PixelSize size, int first_row, int rows,
                std::span<const float> parameters, int most_samples) {
    return draw_on(backend, picture, resized(picture, size.width, size.height),
                   {0, first_row, size.width, rows}, parameters, most_samples);
}

void draw_next_rows(Backend& backend, const Grid& picture, const Grid& grid,
                    std::span<const float> parameters, Image& image, int& next_row,
                    int most_samples) {
    const int rows = std::min(rows_per_part(backend, picture, {grid.width, grid.height}),
                              grid.height - next_row);
    const Image drawn =
        draw_on(backend, picture, grid, {0, next_row, grid.width, rows}, parameters, most_samples);
    std::ranges::copy(drawn.values, image.row(next_row));
    next_row += rows;
}

void clamp_to_shown(Image& drawing) {
    for (float& value : drawing.values) value = value > 0 ? std::min(value, 1.0f) : 0;
}

int rows_per_part(const Backend& backend, const Grid& picture, PixelSize size) {
    const PixelSize block =
        samples_per_pixel(backend, picture, resized(picture, size.width, size.height));
    const Grid grid = resized(picture, size.width * block.width, size.height * block.height);
    const int rows = kSamplesPerPart / (size.width * block.width * block.height);
    return std::max({1, rows, kMargins * backend.margin(grid) / block.height});
}

}  // namespace redraw
