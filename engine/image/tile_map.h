// Overlapping tiles of a picture, and the weights by which the renders of several tiles blend into
// one. Pure functions and values; any thread.
#pragma once

#include "engine/arithmetic.h"
#include "engine/image/grid.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace redraw {

// The tiles along one axis of the picture. All have the same length to within a pixel. Neighbours
// share `overlap` pixels. If these are at most a quarter of `longest`, no pixel belongs to more
// than two tiles.
struct TileAxis {
    // Length of the axis, length limit of a tile, and overlap of neighbours, in pixels.
    int length = 0, longest = 0, overlap = 0;

    int count() const {
        return length <= longest ? 1 : divide_up(length - overlap, longest - overlap);
    }
    int begin(int tile) const { return int(std::int64_t(tile) * (length - overlap) / count()); }
    int end(int tile) const { return tile + 1 == count() ? length : begin(tile + 1) + overlap; }
    // Returns the tile's blending weight at position `at` in pixels. The weight fades to 0 towards
    // each neighbour. Where at most two tiles meet, the weights of all tiles sum to 1.
    double weight(int tile, double at) const;
    bool operator==(const TileAxis&) const = default;
};

struct TilePlace {
    int row = 0, column = 0;
    bool operator==(const TilePlace&) const = default;
};

struct TileGrid {
    TileAxis across, down;

    std::int64_t count() const { return std::int64_t(across.count()) * down.count(); }
    TilePlace place(std::int64_t index) const {  // `index` counts tiles row by row
        const int columns = across.count();
        return {int(index / columns), int(index % columns)};
    }
    std::int64_t index(TilePlace place) const {
        return std::int64_t(place.row) * across.count() + place.column;
    }
    bool has(TilePlace place) const {
        return place.row < down.count() && place.column < across.count();
    }
    PixelRect rect(TilePlace place) const;  // the tile's rectangle in pixels of the picture
    bool operator==(const TileGrid&) const = default;
};

// Maps the pixels of a render to the tiles that contribute to it.
class TileMap {
public:
    // `grid`: grid of the render; `picture`: grid of the whole picture in the same coordinates.
    TileMap(const TileGrid& tiles, const Grid& picture, const Grid& grid);

    // Lists the tiles that contribute to the pixels `part` of the render, row by row.
    std::vector<TilePlace> tiles_of(const PixelRect& part) const;
    // Returns the pixels of the render to which a tile contributes. The outermost tiles also get
    // the pixels outside the picture.
    PixelRect rect_on(TilePlace place) const;
    // Returns the grid of rect_on(place) in the tile's own coordinates. Covers that whole
    // rectangle, so that a pixel's value does not depend on the rendered part. `tile`: grid of the
    // whole tile.
    Grid grid_on(TilePlace place, const Grid& tile) const;
    // Both return the tile's blending weights of `count` columns or rows of the render, from
    // `first` on. A pixel's weight is the product of its column's and its row's weight.
    std::vector<float> column_weights(TilePlace place, int first, int count) const;
    std::vector<float> row_weights(TilePlace place, int first, int count) const;

private:
    // One axis of the render, measured in pixels of the picture.
    struct Axis {
        double start, step;  // left or upper edge; distance between pixels
        int count;

        double centre(int i) const { return start + (i + 0.5) * step; }
        double edge(int i) const { return start + i * step; }
    };
    static std::pair<int, int> pixels_on(const TileAxis& tiles, int tile, const Axis& axis);
    static std::pair<int, int> tiles_on(const TileAxis& tiles, const Axis& axis, int begin,
                                        int end);
    static std::vector<float> weights(const TileAxis& tiles, int tile, const Axis& axis, int first,
                                      int count);

    TileGrid tiles_;
    Axis columns_, rows_;
};

// Returns the intersection of two rectangles, with zero width or height if it is empty.
PixelRect common(const PixelRect& a, const PixelRect& b);

}  // namespace redraw
