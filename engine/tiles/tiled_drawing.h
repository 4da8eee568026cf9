// Renders the runs of a picture's tiles (tiling.h) as one picture, on any grid of the picture's
// plane. Overlapping tiles are blended. The networks unused for longest are dropped, so that
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
    static constexpr std::size_t kMemory = std::size_t(640) << 20;  // bytes of cached parameters

    // Opens the tiles of a joining file. Throws Error if that file is missing, damaged, or of a
    // newer Redraw.
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

    // Refuses from now on to render a tile if its run is known to have learned another picture.
    // Slow, because it reads each run's picture; meant for exports and comparisons.
    void check_pictures();

    // Drops the cached network of this tile, so that the next render reads its run file again.
    void forget(TilePlace place);

    // Lists the tiles that contribute to the pixels `part` of `grid`, row by row.
    std::vector<TilePlace> tiles_of(const Grid& grid, const PixelRect& part) const;
    // A tile's weighted contribution to the render; the contributions of all tiles are added up.
    // share() throws Error if the tile's run is missing, damaged, holds no network, or belongs to
    // another picture.
    struct Share {
        PixelRect rect;  // in pixels of `grid`
        Image weighted;
    };
    Share share(TilePlace place, const Grid& grid, const PixelRect& part,
                int most_samples = kMostSamplesPerSide);
    // Returns the contribution of a tile whose run cannot be rendered: gray and opaque.
    Share blank_share(TilePlace place, const Grid& grid, const PixelRect& part) const;
    // Returns the pixels of a grid to which a tile contributes.
    PixelRect rect_on(const Grid& grid, TilePlace place) const;
    // Renders the pixels `part` of `grid` from all tiles on it. A pixel's value does not depend on
    // `part`.
    Image draw(const Grid& grid, const PixelRect& part, int most_samples = kMostSamplesPerSide);

private:
    struct Network {
        TilePlace place;
        Grid grid;  // training grid of the tile
        NetworkSpec spec;
        int channels = 1;
        std::shared_ptr<Backend> backend;  // shared by equal networks, except window networks
        std::vector<float> parameters;
        std::size_t bytes() const { return parameters.size() * sizeof(float); }
    };
    TileMap map(const Grid& grid) const { return {tiling_.grid(), this->grid(), grid}; }
    Share weighted(TilePlace place, const TileMap& map, const PixelRect& rect,
                   const Image& drawn) const;
    Network& network(TilePlace place);
    Network read_network(TilePlace place);

    std::filesystem::path join_file_;
    BackendOptions options_;
    std::size_t memory_;
    Tiling tiling_;
    std::string device_;
    bool checks_ = false;
    std::set<std::int64_t> checked_;  // indices of tiles whose run was checked
    std::list<Network> networks_;     // most recently used first
};

// Adds a tile's contribution to `sum`, a render of the pixels `part`.
void add_share(const TiledDrawing::Share& share, const PixelRect& part, Image& sum);

// Returns how many rows, of `width` pixels each, to render at once for a picture of this size.
int rows_per_part(const TiledDrawing& drawing, PixelSize size, int width);

// Creates a job that exports the render of all tiles, or a part of it, in small parts. `drawing`
// must outlive the job. The function throws Error if the file cannot be opened, advance() also if a
// tile has no usable run.
std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec);

// A job that measures the PSNR of a tiled render against the original picture, by rows. Overlaps of
// tiles are also measured separately: a seam would show there. One owner, one thread.
class TiledPsnr : public Job {
public:
    // `drawing` must outlive this object. Throws Error as PictureRows does, or if the picture has
    // another size.
    TiledPsnr(TiledDrawing& drawing, const std::filesystem::path& reference);
    bool advance() override;
    double progress() const override { return double(next_row_) / drawing_.tiling().height; }

    struct Result {
        double whole = 0, overlapping = 0, elsewhere = 0;  // dB; infinite if exact or no pixels
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
