// Renders with the CPU backend: runs the forward pass on tiles of pixels.
#include "engine/arithmetic.h"
#include "engine/cpu/cpu_backend.h"
#include "engine/error.h"
#include "engine/stop.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redraw::cpu {

namespace {

constexpr double kForward = 1;  // multiply-adds per sample and parameter (thread_pool.h)

// Calls visit(x, y, p) for `count` pixels of an image `width` wide, row after row from pixel number
// `first` on; p counts from 0.
template <class Visit>
void for_each_pixel(std::int64_t first, int count, int width, const Visit& visit) {
    int x = int(first % width), y = int(first / width);
    for (int p = 0; p < count; ++p) {
        visit(x, y, p);
        if (++x == width) x = 0, ++y;
    }
}

}  // namespace

std::shared_ptr<const Surface> CpuBackend::last_forward() const {
    if (!has_forward_) return nullptr;
    const Image& target = dataset_->target;
    return std::make_shared<HostSurface>(
        Image{target.width, target.height, channels_, forward_values_});
}

// Renders an image. Each pixel is one network output, or mean_of_views() of `samples` outputs. Uses
// the given parameters instead of the network's own, if there are any. fill(tables, first,
// count, inputs) sets the inputs for the samples of `count` pixels, counted row after row.
template <class Fill>
Image CpuBackend::draw(int width, int height, int samples, std::span<const float> parameters,
                       const Fill& fill) {
    Weights weights{parameters_.data(), packed_.data()};
    const bool own = parameters.empty();
    REDRAW_CHECK(own ? parameters_.size() > 0 : parameters.size() == layout_.flat_size(),
                 "parameters of this network");
    const float* tables = own ? parameters_.data() + layout_.layer_parameters() : parameters.data();
    AlignedFloats layers, packed;
    if (!own) {
        layers = AlignedFloats(layout_.layer_parameters());
        packed = AlignedFloats(layout_.packed());
        layout_.spread_layers(parameters, layers.data());
        pack(layers, packed);
        weights = {layers.data(), packed.data()};
    }
    Image image = make_image(width, height, channels_);
    const NetworkPlan& plan = layout_.plan();
    const std::int64_t pixels = std::int64_t(image.pixel_count());
    const std::int64_t pixels_of_tile = plan.tile_pixels / samples;
    const std::int64_t tiles = divide_up(pixels, pixels_of_tile);
    REDRAW_CHECK(tiles <= std::numeric_limits<int>::max(), "a drawing is at most 2^31 tiles");
    const double work = kForward * samples * double(pixels) * double(layout_.layer_parameters());
    pool_.run(int(tiles), work, [&](int tile, int thread) {
        if (drawing_is_stopped()) return;
        float* floats = workspace(thread).data();
        const std::int64_t first = tile * pixels_of_tile;
        const int count = int(std::min(pixels_of_tile, pixels - first));
        fill(tables, first, count, floats + plan.inputs);
        kernels_.forward(plan, weights, floats, count * samples, false);
        float* drawn = image.values.data() + first * channels_;
        if (samples == 1)
            return tile_values(output_, channels_, floats + plan.outputs, count, drawn);
        float values[kMostTilePixels];
        tile_values(output_, 1, floats + plan.outputs, count * samples, values);
        for (int p = 0; p < count; ++p) drawn[p] = mean_of_views(window_, values + p * samples);
    });
    throw_if_stopped();
    return image;
}

Image CpuBackend::draw_windows(const Image& plane, std::span<const float> parameters) {
    const int reach = window_.reach, views = window_.views();
    REDRAW_CHECK(window_.count > 0 && plane.channels == 1 && plane.width > 2 * reach &&
                     plane.height > 2 * reach,
                 "a network of windows, and a plane that holds one");
    const int width = 2 * (plane.width - 2 * reach);
    return draw(width, 2 * (plane.height - 2 * reach), views, parameters,
                [&](const float*, std::int64_t first, int count, float* inputs) {
                    for_each_pixel(first, count, width, [&](int x, int y, int p) {
                        const float* centre = plane.row(reach + y / 2) + reach + x / 2;
                        for (int view = 0; view < views; ++view)
                            encode(window_view(centre, plane.width, x & 1, y & 1, view),
                                   p * views + view, inputs);
                    });
                });
}

std::shared_ptr<const Surface> CpuBackend::render(const Grid& grid, const PixelRect& part,
                                                  std::span<const float> parameters) {
    REDRAW_CHECK(part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
                     part.width <= grid.width - part.x && part.height <= grid.height - part.y,
                 "a part lies in its grid");
    const std::vector<float> column_x = columns_of(grid, part.x, part.width);
    const std::vector<float> row_y = rows_of(grid, part.y, part.height);
    return std::make_shared<HostSurface>(
        draw(part.width, part.height, 1, parameters,
             [&](const float* tables, std::int64_t first, int count, float* inputs) {
                 Coordinates places[kMostTilePixels];
                 for_each_pixel(first, count, part.width, [&](int x, int y, int p) {
                     places[p] = {column_x[x], row_y[y]};
                 });
                 set_inputs(tables, {places, std::size_t(count)}, inputs);
             }));
}

}  // namespace redraw::cpu
