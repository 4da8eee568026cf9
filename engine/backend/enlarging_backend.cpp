#include "engine/backend/enlarging_backend.h"

#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr int kBackProjections = 2;
// Factors of the network's correction. kStrength: for the first doubling. kLaterStrength: for
// further doublings, which start from pixels that the network made.
constexpr float kStrength = 1, kLaterStrength = 0.5f;
constexpr int kBackProjectionReach = kDoublingReach + kHalvingReach;
constexpr int kOpacity = 3;  // index of the opacity channel

int network_margin(const WindowSpec& window) {
    return std::max(window_shape(window).reach, kDoublingReach);
}

// Returns how many extra source pixels doubling needs on each side of the pixels to double.
int doubling_margin(const WindowSpec& window) {
    return network_margin(window) + kBackProjections * kBackProjectionReach;
}

PixelRect grown(const PixelRect& rect, int by) {
    return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

PixelRect inside(const Image& image, int margin) {
    return grown({0, 0, image.width, image.height}, -margin);
}

void premultiply(Image& image) {
    if (image.channels != 4) return;
    for (std::size_t i = 0; i < image.values.size(); i += 4)
        for (std::size_t c = 0; c < kOpacity; ++c)
            image.values[i + c] *= image.values[i + kOpacity];
}

void divide_by_alpha(Image& image) {
    if (image.channels != 4) return;
    constexpr float kTransparent = 1e-6f;
    for (std::size_t i = 0; i < image.values.size(); i += 4) {
        const float alpha = image.values[i + kOpacity];
        for (std::size_t c = 0; c < kOpacity; ++c)
            image.values[i + c] =
                alpha > kTransparent ? std::min(image.values[i + c] / alpha, 1.0f) : 1.0f;
    }
}

Image channels_of(const Image& image, int first, int count) {
    Image part = make_image(image.width, image.height, count);
    for (std::size_t i = 0; i < image.pixel_count(); ++i)
        std::copy_n(image.values.data() + i * std::size_t(image.channels) + first, count,
                    part.values.data() + i * std::size_t(count));
    return part;
}

// Shrinks a picture: every block of 2^halvings x 2^halvings pixels becomes one pixel, their mean.
// Blocks at the right and lower edge may be smaller.
Image mean_of_blocks(const Image& picture, int halvings) {
    const int side = 1 << halvings, channels = picture.channels;
    const auto blocks = [&](int length) { return (length + side - 1) / side; };
    Image out = make_image(blocks(picture.width), blocks(picture.height), channels);
    for (int y = 0; y < out.height; ++y) {
        const int rows = std::min(side, picture.height - y * side);
        Image band = mirrored_part(picture, {0, y * side, picture.width, rows});
        premultiply(band);
        float* to = out.row(y);
        for (int r = 0; r < rows; ++r)
            for (int x = 0; x < band.width; ++x)
                for (int c = 0; c < channels; ++c)
                    to[x / side * channels + c] += band.row(r)[x * channels + c];
        for (int x = 0; x < out.width; ++x, to += channels) {
            const int columns = std::min(side, picture.width - x * side);
            for (int c = 0; c < channels; ++c) to[c] /= float(rows * columns);
        }
    }
    divide_by_alpha(out);
    return out;
}

// Widens an axis along which the grid has no extent (it samples a single point) to one pixel of the
// picture.
Grid with_extent(Grid grid, const Grid& picture) {
    const double pixel = (picture.right - picture.left) / picture.width;
    const auto widen = [pixel](double& start, double& end) {
        if (end - start > 0) return;
        start -= pixel / 2;
        end = start + pixel;
    };
    widen(grid.left, grid.right);
    widen(grid.top, grid.bottom);
    return grid;
}

// Returns how many doublings give the picture at least the resolution of the grid; 0 or less if the
// picture already has it. At most 14 halvings (16384 pixels to one) and 12 doublings.
int doublings_for(const Grid& grid, const Grid& picture) {
    const double across =
        (grid.width / (grid.right - grid.left)) / (picture.width / (picture.right - picture.left));
    const double down = (grid.height / (grid.bottom - grid.top)) /
                        (picture.height / (picture.bottom - picture.top));
    constexpr double kRounding = 1e-6, kMostHalvings = 14, kMostDoublings = 12;
    const double doublings = std::ceil(std::log2(std::max(across, down)) - kRounding);
    return int(std::clamp(doublings, -kMostHalvings, kMostDoublings));
}

}  // namespace

EnlargingBackend::EnlargingBackend(std::unique_ptr<Backend> network, const WindowSpec& window,
                                   std::shared_ptr<const Image> picture)
    : network_(std::move(network)), window_(window), picture_(std::move(picture)) {
    REDRAW_CHECK(picture_->channels != 2, "a run's picture has 1, 3 or 4 channels");
}

std::shared_ptr<const Surface> EnlargingBackend::render(const Grid& wanted, const PixelRect& part,
                                                        std::span<const float> parameters) {
    if (part.width <= 0 || part.height <= 0)
        return std::make_shared<HostSurface>(
            make_image(std::max(part.width, 0), std::max(part.height, 0), picture_->channels));
    const Grid picture = picture_grid(picture_->width, picture_->height);
    const Grid grid = with_extent(wanted, picture);
    const int doublings = doublings_for(grid, picture);
    const Image& source = doublings >= 1 ? *picture_ : smaller_self(1 - doublings);
    // Computes the edges of the grid's columns and rows, in pixels of the enlarged source.
    const double fine = std::ldexp(1.0, doublings);
    const auto edge = [&](double start, double end, int i, int count, double origin, double extent,
                          int pixels) {
        const double at = start + (end - start) * (double(i) / count);
        const double place = (at - origin) / extent * (pixels * fine);
        return std::abs(place - std::round(place)) < 1e-6 ? std::round(place) : place;
    };
    std::vector<double> columns, rows;
    for (int x = part.x; x <= part.x + part.width; ++x)
        columns.push_back(edge(grid.left, grid.right, x, grid.width, picture.left,
                               picture.right - picture.left, picture.width));
    for (int y = part.y; y <= part.y + part.height; ++y)
        rows.push_back(edge(grid.top, grid.bottom, y, grid.height, picture.top,
                            picture.bottom - picture.top, picture.height));
    const int left = int(std::floor(columns.front())), top = int(std::floor(rows.front()));
    const PixelRect covered{left, top, int(std::ceil(columns.back())) - left,
                            int(std::ceil(rows.back())) - top};
    Image drawn = enlarged(source, std::max(doublings, 1), covered, parameters);
    for (double& x : columns) x -= left;
    for (double& y : rows) y -= top;
    divide_by_alpha(drawn);
    return std::make_shared<HostSurface>(mean_of_cells(drawn, columns, rows));
}

int EnlargingBackend::margin(const Grid& grid) const {
    const Grid picture = picture_grid(picture_->width, picture_->height);
    const int doublings = std::max(1, doublings_for(with_extent(grid, picture), picture));
    return doubling_margin(window_) * ((2 << doublings) - 2);
}

const Image& EnlargingBackend::smaller_self(int halvings) {
    const auto found = selves_.find(halvings);
    if (found != selves_.end()) return found->second;
    return selves_.emplace(halvings, mean_of_blocks(*picture_, halvings)).first->second;
}

// Returns `part` of the source after this many doublings. `part` is in pixels of the doubled
// picture and may reach beyond the edges, where the source is mirrored.
Image EnlargingBackend::enlarged(const Image& source, int doublings, const PixelRect& part,
                                 std::span<const float> parameters) {
    if (doublings == 0) {
        Image cut = mirrored_part(source, part);
        premultiply(cut);
        return cut;
    }
    const int left = part.x >> 1, top = part.y >> 1;  // division by 2 that rounds down below 0 too
    const PixelRect covered{left, top, ((part.x + part.width - 1) >> 1) + 1 - left,
                            ((part.y + part.height - 1) >> 1) + 1 - top};
    const Image twice = doubled_once(
        enlarged(source, doublings - 1, grown(covered, doubling_margin(window_)), parameters),
        doublings == 1 ? kStrength : kLaterStrength, parameters);
    return mirrored_part(twice, {part.x - 2 * left, part.y - 2 * top, part.width, part.height});
}

// Doubles `source` in both directions, without its outer doubling_margin() pixels on each side.
Image EnlargingBackend::doubled_once(const Image& source, float strength,
                                     std::span<const float> parameters) {
    const int margin = network_margin(window_), channels = source.channels;
    PixelRect known = inside(source, margin);
    Image drawn = doubled(source, known);
    const auto add_lacking = [&](const Image& plane, int first, int count) {
        const Image lacking = network_->draw_windows(
            mirrored_part(plane, inside(plane, margin - window_shape(window_).reach)), parameters);
        for (std::size_t i = 0; i < drawn.pixel_count(); ++i)
            for (int c = first; c < first + count; ++c)
                drawn.values[i * std::size_t(channels) + std::size_t(c)] +=
                    strength * (lacking.values[i] - kNothingLacking);
    };
    const int colours = std::min(channels, 3);
    add_lacking(luminance(channels_of(source, 0, colours)), 0, colours);
    if (channels == 4) add_lacking(channels_of(source, kOpacity, 1), kOpacity, 1);

    for (int round = 0; round < kBackProjections; ++round) {
        Image missed = mirrored_part(source, known);
        const Image means = halved(drawn, window_.made_by);
        for (std::size_t i = 0; i < missed.values.size(); ++i) missed.values[i] -= means.values[i];
        const PixelRect inner = inside(missed, kBackProjectionReach);
        const Image correction = doubled(missed, inner);
        drawn = mirrored_part(drawn, {2 * inner.x, 2 * inner.y, 2 * inner.width, 2 * inner.height});
        for (std::size_t i = 0; i < drawn.values.size(); ++i)
            drawn.values[i] += correction.values[i];
        known = grown(known, -kBackProjectionReach);
    }
    for (float& value : drawn.values) value = std::clamp(value, 0.0f, 1.0f);
    return drawn;
}

}  // namespace redraw
