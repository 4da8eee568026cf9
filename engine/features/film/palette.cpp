#include "engine/features/film/palette.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace redraw {
namespace {

// Sum and number of the colours in one cell of a histogram with 5 bits per channel.
struct Cell {
    std::array<std::int64_t, 3> sum{};
    std::int64_t count = 0;
    double mean(int channel) const { return double(sum[std::size_t(channel)]) / double(count); }
};

std::vector<Cell> histogram(std::span<const std::uint8_t> rgb) {
    constexpr int kBits = 5;
    std::vector<Cell> cells(1 << (3 * kBits));
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3) {
        constexpr int kShift = 8 - kBits;
        Cell& cell = cells[std::size_t(rgb[i] >> kShift << (2 * kBits) |
                                       rgb[i + 1] >> kShift << kBits | rgb[i + 2] >> kShift)];
        for (std::size_t c = 0; c < 3; ++c) cell.sum[c] += rgb[i + c];
        ++cell.count;
    }
    std::erase_if(cells, [](const Cell& cell) { return cell.count == 0; });
    return cells;
}

struct ColourBox {
    std::span<Cell> cells;
    int widest = 0;     // channel with the largest spread
    double spread = 0;  // squared error that a cut along that channel may remove
};

ColourBox make_box(std::span<Cell> cells) {
    ColourBox box{cells};
    if (cells.size() < 2) return box;
    for (int c = 0; c < 3; ++c) {
        double sum = 0, squares = 0, count = 0;
        for (const Cell& cell : cells) {
            const double mean = cell.mean(c), n = double(cell.count);
            sum += n * mean;
            squares += n * mean * mean;
            count += n;
        }
        const double spread = squares - sum * sum / count;
        if (spread > box.spread) {
            box.spread = spread;
            box.widest = c;
        }
    }
    return box;
}

// Sorts the cells along the widest channel and returns the cut with about half of the pixels on
// each side.
std::size_t cut_at(const ColourBox& box) {
    std::ranges::sort(box.cells, {}, [&](const Cell& cell) { return cell.mean(box.widest); });
    std::int64_t total = 0, below = 0;
    for (const Cell& cell : box.cells) total += cell.count;
    std::size_t cut = 0;
    while (cut + 1 < box.cells.size() && 2 * below < total) below += box.cells[cut++].count;
    return std::max<std::size_t>(cut, 1);
}

Rgb mean_colour(const ColourBox& box) {
    Cell all;
    for (const Cell& cell : box.cells) {
        for (std::size_t c = 0; c < 3; ++c) all.sum[c] += cell.sum[c];
        all.count += cell.count;
    }
    Rgb colour;
    for (int c = 0; c < 3; ++c) colour[std::size_t(c)] = std::uint8_t(std::lround(all.mean(c)));
    return colour;
}

std::vector<Rgb> distinct_colours(std::span<const std::uint8_t> rgb, std::size_t most) {
    std::set<Rgb> found;
    for (std::size_t i = 0; i + 2 < rgb.size() && found.size() <= most; i += 3)
        found.insert({rgb[i], rgb[i + 1], rgb[i + 2]});
    return {found.begin(), found.end()};
}

constexpr int kCellBits = 5, kCellSide = 1 << (8 - kCellBits);

int squared(int distance) {
    return distance * distance;
}

}  // namespace

std::vector<Rgb> median_cut(std::span<const std::uint8_t> rgb, std::size_t size) {
    REDRAW_CHECK(rgb.size() >= 3 && size >= 1, "a palette of no colours");
    if (std::vector<Rgb> few = distinct_colours(rgb, size); few.size() <= size) return few;
    std::vector<Cell> cells = histogram(rgb);
    std::vector<ColourBox> boxes{make_box(cells)};
    while (boxes.size() < size) {
        const auto widest = std::ranges::max_element(boxes, {}, &ColourBox::spread);
        if (widest->spread <= 0) break;
        const std::span<Cell> whole = widest->cells;
        const std::size_t cut = cut_at(*widest);
        *widest = make_box(whole.first(cut));
        boxes.push_back(make_box(whole.subspan(cut)));
    }
    std::vector<Rgb> palette;
    for (const ColourBox& box : boxes) palette.push_back(mean_colour(box));
    return palette;
}

NearestColour::NearestColour(std::vector<Rgb> palette)
    : palette_(std::move(palette)), known_(1 << (3 * kCellBits)) {
    REDRAW_CHECK(!palette_.empty() && palette_.size() <= 256, "a palette has 1 to 256 colours");
}

std::vector<std::uint8_t> NearestColour::candidates(Rgb cell) const {
    std::vector<int> nearest(palette_.size()), farthest(palette_.size());
    for (std::size_t i = 0; i < palette_.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            const int low = cell[c] - palette_[i][c], high = low + kCellSide - 1;
            nearest[i] += squared(std::max({low, -high, 0}));
            farthest[i] += squared(std::max(-low, high));
        }
    }
    const int surely = *std::ranges::min_element(farthest);
    std::vector<std::uint8_t> found;
    for (std::size_t i = 0; i < palette_.size(); ++i)
        if (nearest[i] <= surely) found.push_back(static_cast<std::uint8_t>(i));
    return found;
}

std::uint8_t NearestColour::operator()(Rgb colour) {
    Rgb cell;
    std::size_t key = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        cell[c] = static_cast<std::uint8_t>(colour[c] / kCellSide * kCellSide);
        key = key << kCellBits | std::size_t(colour[c] / kCellSide);
    }
    if (known_[key].empty()) known_[key] = candidates(cell);
    const auto distance = [&](std::uint8_t i) {
        int sum = 0;
        for (std::size_t c = 0; c < 3; ++c) sum += squared(colour[c] - palette_[i][c]);
        return sum;
    };
    return *std::ranges::min_element(known_[key], {}, distance);
}

}  // namespace redraw
