// Draws the runs of a picture's tiles as one (tiling.h), on any grid of the picture's plane: where
// tiles overlap, one fades into the other. The networks drawn longest ago are dropped, so that
// memory is bounded however large the picture. One owner, one thread.
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

    // Throws Error: the file is not there, damaged, or of a newer Redraw.
    explicit TiledDrawing(std::filesystem::path join_file, const BackendOptions& options = {},
                          std::size_t memory = kMemory);

    const Tiling& tiling() const { return tiling_; }
    const std::filesystem::path& path() const { return join_file_; }
    Grid grid() const { return picture_grid(tiling_.width, tiling_.height); }
    int channels() const { return tiling_.learned_channels(); }
    const std::string& device() const { return device_; }  // that drew last, described

    // Tiles without a run file.
    std::vector<TilePlace> missing() const;
    std::filesystem::path run_of(TilePlace place) const { return tile_run(join_file_, place); }

    // Makes every later drawing of a tile check that its run has learned that tile. Takes time, as
    // it reads each run's picture: for exports and comparisons.
    void check_pictures();

    // Reads the run of this tile again when it is drawn next.
    void forget(TilePlace place);

    // Tiles that give something to `part` of `grid`, row by row.
    std::vector<TilePlace> tiles_of(const Grid& grid, const PixelRect& part) const;
    // A tile's share of the drawing; shares are added up. Throws Error if its run is missing,
    // damaged, holds no network, or is of another picture.
    struct Share {
        PixelRect rect;  // of `grid`
        Image weighted;
    };
    Share share(TilePlace place, const Grid& grid, const PixelRect& part,
                int most_samples = kMostSamplesPerSide);
    // The same of a tile that cannot be drawn: gray, and opaque.
    Share blank_share(TilePlace place, const Grid& grid, const PixelRect& part) const;
    // The pixels of a grid that a tile gives something to.
    PixelRect rect_on(const Grid& grid, TilePlace place) const;
    // The whole of that part. A pixel's bits do not depend on the part.
    Image draw(const Grid& grid, const PixelRect& part, int most_samples = kMostSamplesPerSide);

private:
    struct Network {
        TilePlace place;
        Grid grid;  // that was learned
        NetworkSpec spec;
        int channels = 1;
        std::shared_ptr<Backend> backend;  // also of other tiles whose networks are alike
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
    std::set<std::int64_t> checked_;  // tiles, by index
    std::list<Network> networks_;     // drawn last comes first
};

// The intersection of two rectangles; without width or height if it is empty.
PixelRect common(const PixelRect& a, const PixelRect& b);

// Adds `share` to `sum`, which is a drawing of `part`.
void add_share(const TiledDrawing::Share& share, const PixelRect& part, Image& sum);

// The rows of a drawing at this size that are made at once, each of `width` pixels.
int rows_per_part(const TiledDrawing& drawing, PixelSize size, int width);

// Exports the drawing, or a part of it, in a job of small parts. `drawing` outlives it. Throws
// Error, as advance() does: a tile has no run that can be drawn.
std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec);

// Measures how close a tiled drawing comes to the picture that was cut, row by row, as a job of
// small parts, and separately where tiles overlap, which would show a seam. One owner, one thread.
class TiledPsnr : public Job {
public:
    // `drawing` outlives it. Throws Error: as PictureRows, or the picture has another size.
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
