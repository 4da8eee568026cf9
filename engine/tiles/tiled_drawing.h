// Renders the runs of a picture's tiles as one picture (tiling.h), on any grid of the picture's
// plane. Overlapping tiles are blended. The least recently used networks are dropped, so that
// memory is bounded for any picture size. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/drawing.h"
#include "engine/export/export.h"
#include "engine/image/picture.h"
#include "engine/job.h"
#include "engine/tiles/tiling.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace redraw {

class TiledDrawing {
public:
    static constexpr std::size_t kMemory = std::size_t(640) << 20;  // bytes of networks

    // Throws Error if the file is missing, damaged, or of a newer Redraw.
    explicit TiledDrawing(std::filesystem::path join_file, const BackendOptions& options = {},
                          std::size_t memory = kMemory);

    const Tiling& tiling() const { return tiling_; }
    const std::filesystem::path& path() const { return join_file_; }
    Grid grid() const { return picture_grid(tiling_.width, tiling_.height); }
    int channels() const { return tiling_.learned_channels(); }
    const std::string& device() const { return device_; }  // description of the device used last

    // Lists tiles without a run file.
    std::vector<TilePlace> missing() const;
    std::filesystem::path run_of(TilePlace place) const { return tile_run(join_file_, place); }

    // Makes every later render of a tile check that its run was trained on that tile. Slow,
    // because it reads each run's picture: for exports and comparisons.
    void check_pictures();

    // Drops the cached run of this tile, so that the next render reads it again.
    void forget(TilePlace place);

    // Lists tiles that contribute to `part` of `grid`, row by row.
    std::vector<TilePlace> tiles_of(const Grid& grid, const PixelRect& part) const;
    // A tile's weighted contribution to the render; contributions are added up. Throws Error if
    // its run is missing, damaged, holds no network, or belongs to another picture.
    struct Share {
        PixelRect rect;  // in pixels of `grid`
        Image weighted;
    };
    Share share(TilePlace place, const Grid& grid, const PixelRect& part,
                int most_samples = kMostSamplesPerSide);
    // Returns the contribution of a tile that cannot be rendered: gray and opaque.
    Share blank_share(TilePlace place, const Grid& grid, const PixelRect& part) const;
    // Returns the pixels of a grid to which a tile contributes.
    PixelRect rect_on(const Grid& grid, TilePlace place) const;
    // Renders `part` from all its tiles. A pixel's bits do not depend on `part`.
    Image draw(const Grid& grid, const PixelRect& part, int most_samples = kMostSamplesPerSide);

private:
    struct Network {
        TilePlace place;
        Grid grid;  // training grid of the tile
        NetworkSpec spec;
        int channels = 1;
        std::shared_ptr<Backend> backend;  // shared by tiles with equal networks
        std::vector<float> parameters;
        std::size_t bytes() const { return parameters.size() * sizeof(float); }
    };
    Share weighted(TilePlace place, const Grid& grid, const PixelRect& rect,
                   const Image& drawn) const;
    Network& network(TilePlace place);
    Network read_network(TilePlace place);

    std::filesystem::path join_file_;
    BackendOptions options_;
    std::size_t memory_;
    Tiling tiling_;
    std::string device_;
    bool checks_ = false;
    std::set<std::int64_t> checked_;  // indices of tiles
    std::list<Network> networks_;     // most recently used first
};

// Returns the intersection of two rectangles, with zero width or height if it is empty.
PixelRect common(const PixelRect& a, const PixelRect& b);

// Adds `share` to `sum`, which is a render of `part`.
void add_share(const TiledDrawing::Share& share, const PixelRect& part, Image& sum);

// Returns how many rows, of `width` pixels each, to render at once for a picture of this size.
int rows_per_part(const TiledDrawing& drawing, PixelSize size, int width);

// Creates a job that exports the render, or a part of it, in small parts. `drawing` outlives it.
// Throws Error, as advance() does, if a tile has no usable run.
std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec);

// Compares a tiled render with the picture that was cut, row by row, as a job of small parts.
// Overlaps are also measured separately: a seam would show there. One owner, one thread.
class TiledPsnr : public Job {
public:
    // `drawing` outlives this. Throws Error as PictureRows does, or if the picture has another
    // size.
    TiledPsnr(TiledDrawing& drawing, const std::filesystem::path& reference);
    bool advance() override;
    double progress() const override { return double(next_row_) / drawing_.tiling().height; }

    struct Result {
        double whole = 0, overlapping = 0, elsewhere = 0;  // dB, as psnr() (quality.h)
    };
    Result result() const;

private:
    struct Sum {
        double squares = 0;
        std::int64_t values = 0;
    };
    void add_row(const Image& drawn, const Image& wanted, int row);

    TiledDrawing& drawing_;
    PictureRows reference_;
    std::vector<char> column_overlaps_;
    int next_row_ = 0;
    Sum overlapping_, elsewhere_;
};

}  // namespace redraw
