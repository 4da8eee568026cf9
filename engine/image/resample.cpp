#include "engine/image/resample.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace redraw {
namespace {

// The source pixels, from `first` on, that contribute to an output pixel along an axis, and their
// weights.
struct Tap {
    int first = 0;
    std::vector<float> weights;
};
using Axis = std::vector<Tap>;

// Weights of source pixels for one output pixel, before clipping to the source and normalising.
struct Kernel {
    int first = 0;
    std::vector<double> weights;
};

// Clips a kernel to the source and normalises it. Weights outside the source go to the edge pixel.
Tap tap_of(const Kernel& kernel, int source_size) {
    const auto inside = [&](std::size_t i) {
        return std::clamp(kernel.first + int(i), 0, source_size - 1);
    };
    const std::size_t count = kernel.weights.size();
    const int from = inside(0);
    std::vector<double> weights(std::size_t(inside(count - 1) - from + 1));
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        weights[std::size_t(inside(i) - from)] += kernel.weights[i];
        sum += kernel.weights[i];
    }
    Tap tap{from, {}};
    for (const double weight : weights) tap.weights.push_back(float(weight / sum));
    return tap;
}

Kernel area_kernel(double start, double end) {
    Kernel kernel{int(start), {}};
    for (int at = kernel.first; at < end; ++at)
        kernel.weights.push_back(std::min(end, at + 1.0) - std::max(start, double(at)));
    return kernel;
}

Kernel filter_kernel(Filter filter, int source_size, double size, double index) {
    // Computes the output pixel's centre in source coordinates, where source pixel i has its centre
    // at i.
    const double centre = (index + 0.5) * source_size / size - 0.5;
    const auto sampled = [&](int radius, auto weight) {
        Kernel kernel{int(std::floor(centre)) - radius + 1, {}};
        for (int i = 0; i < 2 * radius; ++i)
            kernel.weights.push_back(weight(kernel.first + i - centre));
        return kernel;
    };
    switch (filter) {
        case Filter::nearest:
            return {int(std::floor(centre + 0.5)), {1.0}};
        case Filter::bilinear:
            return sampled(1, [](double x) { return 1 - std::abs(x); });
        case Filter::bicubic:
            return sampled(2, catmull_rom);
        case Filter::lanczos:
            return sampled(3, lanczos3);
    }
    check_failed("filter", __FILE__, __LINE__, "no such filter");
}

// Makes the taps of cells: the mean of the source pixels between each edge and the next.
Axis cell_axis(int source_size, std::span<const double> edges) {
    Axis axis;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
        axis.push_back(tap_of(area_kernel(edges[i], edges[i + 1]), source_size));
    return axis;
}

Axis area_axis(int source_size, int size) {
    std::vector<double> edges;
    for (int i = 0; i <= size; ++i) edges.push_back(i * (double(source_size) / size));
    return cell_axis(source_size, edges);
}

// Makes the taps of `count` output pixels from `first` on, if `size` output pixels cover the whole
// source. `size` and `first` may be fractional: screen pixels need not divide a picture evenly.
Axis filter_axis(Filter filter, int source_size, double size, double first, int count) {
    Axis axis;
    for (int i = 0; i < count; ++i)
        axis.push_back(tap_of(filter_kernel(filter, source_size, size, first + i), source_size));
    return axis;
}

template <int channels>
void filter_row(const float* in, const Axis& axis, float* out) {
    for (const Tap& tap : axis) {
        float sum[channels] = {};
        const float* pixel = in + std::ptrdiff_t(tap.first) * channels;
        for (const float weight : tap.weights) {
            for (int c = 0; c < channels; ++c) sum[c] += weight * pixel[c];
            pixel += channels;
        }
        out = std::copy_n(sum, channels, out);
    }
}

constexpr decltype(&filter_row<1>) kFilterRow[] = {filter_row<1>, filter_row<2>, filter_row<3>,
                                                   filter_row<4>};

// Multiplies colours by alpha, so that transparent pixels do not bleed into opaque ones.
void premultiply(const float* in, int width, int channels, float* out) {
    for (int x = 0; x < width; ++x, in += channels, out += channels) {
        const float alpha = in[channels - 1];
        for (int c = 0; c + 1 < channels; ++c) out[c] = in[c] * alpha;
        out[channels - 1] = alpha;
    }
}

void divide_by_alpha(float* values, int width, int channels) {
    constexpr float kTransparent = 1e-6f;
    for (int x = 0; x < width; ++x, values += channels) {
        const float alpha = values[channels - 1];
        for (int c = 0; c + 1 < channels; ++c)
            values[c] = alpha > kTransparent ? values[c] / alpha : 0.0f;
    }
}

// Resamples along both axes. Drops horizontally resampled rows once no later output row needs them.
Image apply(const Image& source, const Axis& columns, const Axis& rows) {
    const int width = int(columns.size());
    const int height = int(rows.size());
    const int channels = source.channels;
    REDRAW_CHECK(channels >= 1 && channels <= 4, "channels");
    const bool transparent = has_alpha(channels);
    const std::size_t row_values = std::size_t(width) * channels;
    int most_taps = 1;
    for (const Tap& tap : rows) most_taps = std::max(most_taps, int(tap.weights.size()));

    Image result = make_image(width, height, channels);
    std::vector<float> premultiplied(transparent ? std::size_t(source.width) * channels : 0);
    std::vector<float> ring(row_values * most_taps);
    const auto filtered_row = [&](int y) {
        return ring.data() + std::size_t(y % most_taps) * row_values;
    };
    int next_source_row = 0;
    for (int y = 0; y < height; ++y) {
        const Tap& tap = rows[std::size_t(y)];
        next_source_row = std::max(next_source_row, tap.first);
        for (; next_source_row < tap.first + int(tap.weights.size()); ++next_source_row) {
            const float* in = source.row(next_source_row);
            if (transparent) {
                premultiply(in, source.width, channels, premultiplied.data());
                in = premultiplied.data();
            }
            kFilterRow[channels - 1](in, columns, filtered_row(next_source_row));
        }
        float* out = result.row(y);
        int row = tap.first;
        for (const float weight : tap.weights) {
            const float* in = filtered_row(row++);
            for (std::size_t x = 0; x < row_values; ++x) out[x] += weight * in[x];
        }
        if (transparent) divide_by_alpha(out, width, channels);
    }
    return result;
}

void check_sizes(const Image& source, int width, int height) {
    REDRAW_CHECK(source.width > 0 && source.height > 0 && width > 0 && height > 0,
                 "resampling needs pixels");
}

// Sums the differences of a pixel from its right and lower neighbours.
float activity(const Image& picture, int x, int y) {
    const int channels = picture.channels;
    const float* here = picture.row(y) + std::size_t(x) * channels;
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        if (x + 1 < picture.width) sum += std::abs(here[channels + c] - here[c]);
        if (y + 1 < picture.height)
            sum += std::abs(here[std::ptrdiff_t(picture.width) * channels + c] - here[c]);
    }
    return sum;
}

}  // namespace

double catmull_rom(double x) {
    x = std::abs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return 0;
}

double lanczos3(double x) {
    if (x == 0) return 1;
    if (std::abs(x) >= 3) return 0;
    const double t = std::numbers::pi * x;
    return 3 * std::sin(t) * std::sin(t / 3) / (t * t);
}

Image crop(const Image& source, const PixelRect& part) {
    Image result = make_image(part.width, part.height, source.channels);
    for (int y = 0; y < part.height; ++y)
        std::copy_n(source.row(part.y + y) + std::ptrdiff_t(part.x) * source.channels,
                    std::ptrdiff_t(part.width) * source.channels, result.row(y));
    return result;
}

PixelRect busiest_part(const Image& picture, PixelSize part) {
    const int width = std::clamp(part.width, 1, picture.width);
    const int height = std::clamp(part.height, 1, picture.height);
    // Builds an integral image: the sum over any rectangle needs four look-ups.
    const std::size_t stride = std::size_t(picture.width) + 1;
    std::vector<double> sums(stride * (std::size_t(picture.height) + 1), 0.0);
    for (int y = 0; y < picture.height; ++y) {
        double row = 0;
        for (int x = 0; x < picture.width; ++x) {
            row += double(activity(picture, x, y));
            sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row;
        }
    }
    const double middle_x = (picture.width - width) / 2.0;
    const double middle_y = (picture.height - height) / 2.0;
    PixelRect best{int(middle_x), int(middle_y), width, height};
    double most = -1, nearest = 0;
    for (int y = 0; y + height <= picture.height; ++y)
        for (int x = 0; x + width <= picture.width; ++x) {
            const double here = sums[(y + height) * stride + x + width] -
                                sums[y * stride + x + width] - sums[(y + height) * stride + x] +
                                sums[y * stride + x];
            const double away = std::hypot(x - middle_x, y - middle_y);
            const double close = 1e-9 * std::max(1.0, most);
            if (here < most - close || (here <= most + close && away >= nearest)) continue;
            most = here;
            nearest = away;
            best = {x, y, width, height};
        }
    return best;
}

Image resample_area(const Image& source, int width, int height) {
    check_sizes(source, width, height);
    if (width == source.width && height == source.height) return source;
    return apply(source, area_axis(source.width, width), area_axis(source.height, height));
}

Image mean_of_cells(const Image& source, std::span<const double> column_edges,
                    std::span<const double> row_edges) {
    REDRAW_CHECK(column_edges.size() > 1 && row_edges.size() > 1, "resampling needs pixels");
    return apply(source, cell_axis(source.width, column_edges),
                 cell_axis(source.height, row_edges));
}

Image resample(const Image& source, int width, int height, Filter filter) {
    return resample_part(source, width, height, {0, 0, width, height}, filter);
}

Image resample_part(const Image& source, int width, int height, const PixelRect& part,
                    Filter filter) {
    check_sizes(source, width, height);
    REDRAW_CHECK(part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 &&
                     part.width <= width - part.x && part.height <= height - part.y,
                 "a part lies in its picture");
    if (width == source.width && height == source.height) return crop(source, part);
    return apply(source, filter_axis(filter, source.width, width, part.x, part.width),
                 filter_axis(filter, source.height, height, part.y, part.height));
}

Image resample_onto(const Image& source, const Grid& grid, Filter filter) {
    check_sizes(source, grid.width, grid.height);
    const Grid picture = picture_grid(source.width, source.height);
    if (grid == picture) return source;
    const double across = (grid.right - grid.left) / grid.width;  // width of one sample
    const double down = (grid.bottom - grid.top) / grid.height;
    return apply(source,
                 filter_axis(filter, source.width, (picture.right - picture.left) / across,
                             (grid.left - picture.left) / across, grid.width),
                 filter_axis(filter, source.height, (picture.bottom - picture.top) / down,
                             (grid.top - picture.top) / down, grid.height));
}

Image resample_between(const Image& known, int width, int height, Filter filter) {
    check_sizes(known, width, height);
    REDRAW_CHECK(known.width == (width + 1) / 2 && known.height == (height + 1) / 2,
                 "every second pixel is known");
    // Starts at half an output pixel, so that output pixel 2 i has its centre on known pixel i.
    return apply(known, filter_axis(filter, known.width, 2.0 * known.width, 0.5, width),
                 filter_axis(filter, known.height, 2.0 * known.height, 0.5, height));
}

}  // namespace redraw
