#include "engine/image/tile_map.h"

#include <algorithm>
#include <cmath>

namespace redraw {

double TileAxis::weight(int tile, double at) const {
    double weight = 1;
    if (tile > 0) weight = std::clamp((at - begin(tile)) / overlap, 0.0, 1.0);
    if (tile + 1 < count()) weight *= 1 - std::clamp((at - begin(tile + 1)) / overlap, 0.0, 1.0);
    return weight;
}

PixelRect TileGrid::rect(TilePlace place) const {
    const int left = across.begin(place.column), top = down.begin(place.row);
    return {left, top, across.end(place.column) - left, down.end(place.row) - top};
}

TileMap::TileMap(const TileGrid& tiles, const Grid& picture, const Grid& grid) : tiles_(tiles) {
    const double across = tiles.across.length / (picture.right - picture.left);
    const double down = tiles.down.length / (picture.bottom - picture.top);
    columns_ = {(grid.left - picture.left) * across, (grid.right - grid.left) * across / grid.width,
                grid.width};
    rows_ = {(grid.top - picture.top) * down, (grid.bottom - grid.top) * down / grid.height,
             grid.height};
}

// Returns the pixels [first, second) of the render whose centres lie on `tile`.
std::pair<int, int> TileMap::pixels_on(const TileAxis& tiles, int tile, const Axis& axis) {
    const auto first_from = [&](double place) {
        return int(
            std::clamp(std::ceil((place - axis.start) / axis.step - 0.5), 0.0, double(axis.count)));
    };
    return {tile == 0 ? 0 : first_from(tiles.begin(tile)),
            tile + 1 == tiles.count() ? axis.count : first_from(tiles.end(tile))};
}

// Returns the tiles [first, second) on which the pixels [begin, end) of the render lie.
std::pair<int, int> TileMap::tiles_on(const TileAxis& tiles, const Axis& axis, int begin, int end) {
    const auto meets = [&](int tile) {
        const auto [first, last] = pixels_on(tiles, tile, axis);
        return std::max(first, begin) < std::min(last, end);
    };
    // Starts the search near the expected tile, because a gigapixel picture has many tiles.
    const auto near = [&](double place) {
        const double share = (place - tiles.overlap) / std::max(1, tiles.length - tiles.overlap);
        return int(std::clamp(share * tiles.count(), 0.0, double(tiles.count() - 1)));
    };
    int first = std::max(0, near(axis.centre(begin)) - 1);
    int last = std::min(tiles.count(), near(axis.centre(end - 1)) + 3);
    while (first < last && !meets(first)) ++first;
    while (last > first && !meets(last - 1)) --last;
    return {first, last};
}

std::vector<float> TileMap::weights(const TileAxis& tiles, int tile, const Axis& axis, int first,
                                    int count) {
    std::vector<float> weights;
    for (int i = first; i < first + count; ++i)
        weights.push_back(float(tiles.weight(tile, axis.centre(i))));
    return weights;
}

std::vector<TilePlace> TileMap::tiles_of(const PixelRect& part) const {
    const auto [left, right] = tiles_on(tiles_.across, columns_, part.x, part.x + part.width);
    const auto [top, bottom] = tiles_on(tiles_.down, rows_, part.y, part.y + part.height);
    std::vector<TilePlace> places;
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column) places.push_back({row, column});
    return places;
}

PixelRect TileMap::rect_on(TilePlace place) const {
    const auto [left, right] = pixels_on(tiles_.across, place.column, columns_);
    const auto [top, bottom] = pixels_on(tiles_.down, place.row, rows_);
    return {left, top, right - left, bottom - top};
}

Grid TileMap::grid_on(TilePlace place, const Grid& tile) const {
    const PixelRect on = tiles_.rect(place), all = rect_on(place);
    const double across = (tile.right - tile.left) / on.width;
    const double down = (tile.bottom - tile.top) / on.height;
    return {tile.left + (columns_.edge(all.x) - on.x) * across,
            tile.top + (rows_.edge(all.y) - on.y) * down,
            tile.left + (columns_.edge(all.x + all.width) - on.x) * across,
            tile.top + (rows_.edge(all.y + all.height) - on.y) * down,
            all.width,
            all.height};
}

std::vector<float> TileMap::column_weights(TilePlace place, int first, int count) const {
    return weights(tiles_.across, place.column, columns_, first, count);
}

std::vector<float> TileMap::row_weights(TilePlace place, int first, int count) const {
    return weights(tiles_.down, place.row, rows_, first, count);
}

PixelRect common(const PixelRect& a, const PixelRect& b) {
    const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(0, std::min(a.x + a.width, b.x + b.width) - x),
            std::max(0, std::min(a.y + a.height, b.y + b.height) - y)};
}

}  // namespace redraw
