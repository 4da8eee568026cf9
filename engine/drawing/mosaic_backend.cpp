#include "engine/drawing/mosaic_backend.h"

#include "engine/device/devices.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "engine/run/run_file.h"
#include "engine/stop.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// Where the tiles leave at most this weight (rounding errors), the overview is not added.
constexpr float kNothingLeft = 1e-5f;
// Passing parameters to the backend takes as long as rendering about this many rows of a tile.
constexpr int kRowsATile = 32;
// A zoomed-out tile is averaged from cells of kQuarter x kQuarter picture pixels, each the mean of
// kSamples x kSamples network samples. Cells are used if a render's samples are wider than kDirect
// picture pixels, which is rare in exports.
constexpr int kQuarter = 4, kSamples = 2;
constexpr double kDirect = 2;
// A render of more than kMostFromAfar tiles, each narrower than kFewSamples, shows the overview
// alone: it has as much detail, and reading thousands of tiles would take minutes.
constexpr std::size_t kMostFromAfar = 100;
constexpr double kFewSamples = 256;

// Returns the edges of `count` pixels, from coordinate `low` to `high`, measured in cells. A tile
// has `cells` cells from coordinate `first` to `last`. Edges ascend, even beyond the tile.
std::vector<double> cell_edges(double low, double high, int count, double first, double last,
                               int cells) {
    constexpr double kApart = 1e-7;  // smallest distance between edges, in cells
    std::vector<double> edges(std::size_t(count) + 1);
    for (int i = 0; i <= count; ++i)
        edges[std::size_t(i)] =
            std::clamp((low + (high - low) * i / count - first) / (last - first) * cells,
                       kApart * i, cells - kApart * (count - i));
    return edges;
}

}  // namespace

MosaicBackend::MosaicBackend(std::unique_ptr<Backend> overview, std::size_t parameters,
                             const Grid& picture, const Mosaic& mosaic,
                             std::vector<std::int64_t> learned, ReadTile read, int channels,
                             const BackendOptions& options, std::size_t cache_bytes)
    : overview_(std::move(overview)),
      tile_(
          make_backend(options, mosaic.config.network, mosaic.config.optimizer, channels, nullptr)),
      overview_parameters_(parameters),
      picture_(picture),
      tiles_(mosaic.tiles),
      channels_(channels),
      learned_(std::move(learned)),
      read_(std::move(read)),
      cache_(cache_bytes) {}

void MosaicBackend::add(std::int64_t tile, std::vector<float> parameters) {
    learned_.push_back(tile);
    keep(learned_.size() - 1, false, {.values = std::move(parameters)});
}

void MosaicBackend::show_learning(std::int64_t tile, Backend* learning) {
    learning_tile_ = tile;
    learning_ = learning;
}

std::vector<float> MosaicBackend::parameters() const {
    return with_tile_count(overview_->parameters(), learned_.size());
}

Backend::Resolution MosaicBackend::resolution(const Grid& picture,
                                              std::span<const float> parameters) const {
    if (parameters.empty() ? learned_.empty() && learning_ == nullptr
                           : parameters.size() <= overview_parameters_)
        return overview_->resolution(picture, parameters);
    return {{tiles_.across.length, tiles_.down.length}, 1};
}

// Returns the width or height, whichever is smaller, of a pixel of `grid` in picture pixels.
double MosaicBackend::pixels_across(const Grid& grid) const {
    const double across = (grid.right - grid.left) / (picture_.right - picture_.left) *
                          tiles_.across.length / grid.width;
    const double down = (grid.bottom - grid.top) / (picture_.bottom - picture_.top) *
                        tiles_.down.length / grid.height;
    return std::min(across, down);
}

int MosaicBackend::margin(const Grid& grid) const {
    return learned_.empty() ? overview_->margin(grid) : kRowsATile;
}

std::shared_ptr<const Surface> MosaicBackend::render(const Grid& grid, const PixelRect& part,
                                                     std::span<const float> parameters) {
    const bool all_overview = is_overview(grid);
    if (!parameters.empty()) {
        const std::size_t count = tile_count(parameters, overview_parameters_);
        REDRAW_CHECK(count <= learned_.size(), "parameters of a moment");
        const std::span own = parameters.first(overview_parameters_);
        if (count == 0 || all_overview) return overview_->render(grid, part, own);
        Blend blend = new_blend(grid, part);
        for (std::size_t i = 0; i < count; ++i) add_learned(blend, i);
        return std::make_shared<HostSurface>(finished(blend, own));
    }
    if (all_overview || (learned_.empty() && learning_ == nullptr))
        return overview_->render(grid, part);
    Blend& present = present_blend(grid, part);
    for (; present.tiles < learned_.size(); ++present.tiles) add_learned(present, present.tiles);
    if (learning_ == nullptr) return std::make_shared<HostSurface>(finished(present, {}));
    Blend now = present;
    const PixelRect on = tiles_.rect(tiles_.place(learning_tile_));
    add_tile(now, learning_tile_, picture_grid(on.width, on.height),
             [&](const Grid& own, const PixelRect& rect) {
                 return learning_->render(own, rect)->on_host();
             });
    const auto drawn = std::make_shared<HostSurface>(finished(now, {}));
    present.below = std::move(now.below);
    return drawn;
}

Image MosaicBackend::draw_learned(const Grid& grid, const PixelRect& part) {
    Blend blend = new_blend(grid, part);
    for (std::size_t i = 0; i < learned_.size(); ++i) add_learned(blend, i);
    return std::move(blend.sum);
}

MosaicBackend::Blend& MosaicBackend::present_blend(const Grid& grid, const PixelRect& part) {
    Blend* kept = present_.find({grid, part});
    return kept ? *kept : present_.keep({grid, part}, new_blend(grid, part));
}

MosaicBackend::Blend MosaicBackend::new_blend(const Grid& grid, const PixelRect& part) const {
    Blend blend{.grid = grid, .part = part};
    blend.sum = make_image(part.width, part.height, channels_);
    blend.left.assign(blend.sum.pixel_count(), 1.0f);
    return blend;
}

// Adds a learned tile to a blend: rendered by its network or, if zoomed out, averaged from cells.
void MosaicBackend::add_learned(Blend& blend, std::size_t place) {
    throw_if_stopped();
    const std::int64_t tile = learned_[place];
    const PixelRect on = tiles_.rect(tiles_.place(tile));
    if (pixels_across(blend.grid) <= kDirect)
        return add_tile(blend, tile, picture_grid(on.width, on.height),
                        [&](const Grid& grid, const PixelRect& rect) {
                            return tile_->render(grid, rect, parameters_of(place))->on_host();
                        });
    const PixelSize cells{divide_up(on.width, kQuarter), divide_up(on.height, kQuarter)};
    const Grid own = resized(picture_grid(on.width, on.height), cells.width, cells.height);
    add_tile(blend, tile, own, [&](const Grid& grid, const PixelRect& rect) {
        const auto columns =
            cell_edges(grid.left, grid.right, grid.width, own.left, own.right, cells.width);
        const auto rows =
            cell_edges(grid.top, grid.bottom, grid.height, own.top, own.bottom, cells.height);
        return mean_of_cells(
            quarter_of(place, on),
            std::span(columns).subspan(std::size_t(rect.x), std::size_t(rect.width) + 1),
            std::span(rows).subspan(std::size_t(rect.y), std::size_t(rect.height) + 1));
    });
}

// Returns true if the overview alone is drawn: there are many tiles on the grid, all narrow.
bool MosaicBackend::is_overview(const Grid& grid) const {
    const PixelRect tile = tiles_.rect({0, 0});
    return pixels_across(grid) * kFewSamples > std::min(tile.width, tile.height) &&
           TileMap(tiles_, picture_, grid).tiles_of(whole(grid)).size() > kMostFromAfar;
}

const std::vector<float>& MosaicBackend::parameters_of(std::size_t place) {
    const Image* kept = cache_.find({place, false});
    return (kept ? *kept : keep(place, false, {.values = read_(place)})).values;
}

const Image& MosaicBackend::quarter_of(std::size_t place, const PixelRect& on) {
    if (const Image* kept = cache_.find({place, true})) return *kept;
    const int width = divide_up(on.width, kQuarter), height = divide_up(on.height, kQuarter);
    const Grid samples =
        resized(picture_grid(on.width, on.height), width * kSamples, height * kSamples);
    // Keeps no parameters only for this: they would take the place of many quarters.
    const Image* kept = cache_.find({place, false});
    const std::vector<float> read = kept ? std::vector<float>{} : read_(place);
    Image drawn = tile_->render(samples, whole(samples), kept ? kept->values : read)->on_host();
    for (float& value : drawn.values) value = std::clamp(value, 0.0f, 1.0f);
    return keep(place, true, resample_area(drawn, width, height));
}

const Image& MosaicBackend::keep(std::size_t place, bool is_quarter, Image values) {
    const std::size_t bytes = values.values.size() * sizeof(float);
    return cache_.keep({place, is_quarter}, std::move(values), bytes);
}

// Adds a tile's weighted pixels to a blend. `own`: the tile's grid. `draw`: renders a part of a
// grid that has the coordinates of `own`.
void MosaicBackend::add_tile(Blend& blend, std::int64_t tile, const Grid& own,
                             const DrawTile& draw) const {
    const TilePlace place = tiles_.place(tile);
    const TileMap map(tiles_, picture_, blend.grid);
    const PixelRect all = map.rect_on(place), rect = common(all, blend.part);
    if (rect.width <= 0 || rect.height <= 0) return;
    const Image image =
        draw(map.grid_on(place, own), {rect.x - all.x, rect.y - all.y, rect.width, rect.height});
    const auto across = map.column_weights(place, rect.x, rect.width);
    const auto down = map.row_weights(place, rect.y, rect.height);
    for (int y = 0; y < rect.height; ++y) {
        const float* from = image.row(y);
        float* to = blend.sum.row(rect.y - blend.part.y + y) +
                    std::ptrdiff_t(rect.x - blend.part.x) * channels_;
        float* left = blend.left.data() +
                      std::ptrdiff_t(rect.y - blend.part.y + y) * blend.part.width +
                      (rect.x - blend.part.x);
        for (int x = 0; x < rect.width; ++x) {
            const float weight = across[std::size_t(x)] * down[std::size_t(y)];
            *left++ -= weight;
            for (int c = 0; c < channels_; ++c) *to++ += weight * *from++;
        }
    }
}

// Returns the blend, with the overview filling the weight that the tiles leave. The overview is
// rendered on the blend's own grid: a pixel's value must not depend on the part.
Image MosaicBackend::finished(Blend& blend, std::span<const float> overview) const {
    Image image = blend.sum;
    const auto below = [](float left) { return left > kNothingLeft; };
    if (std::ranges::none_of(blend.left, below)) return image;
    if (blend.below.values.empty())
        blend.below = overview_->render(blend.grid, blend.part, overview)->on_host();
    for (std::size_t i = 0; i < blend.left.size(); ++i) {
        if (!below(blend.left[i])) continue;
        for (int c = 0; c < channels_; ++c) {
            const std::size_t at = i * std::size_t(channels_) + std::size_t(c);
            image.values[at] += blend.left[i] * blend.below.values[at];
        }
    }
    return image;
}

std::unique_ptr<MosaicBackend> mosaic_backend(std::unique_ptr<Backend> overview, const RunFile& run,
                                              const BackendOptions& options) {
    std::vector<std::int64_t> learned;
    for (const MosaicTile& tile : run.mosaic_tiles()) learned.push_back(tile.tile);
    const PixelSize size = run.target_size();
    return std::make_unique<MosaicBackend>(std::move(overview), run.parameter_count(),
                                           picture_grid(size.width, size.height), *run.mosaic(),
                                           learned, run.tile_reader(), run.channels(), options);
}

std::unique_ptr<Backend> with_mosaic(std::unique_ptr<Backend> overview, const RunFile& run,
                                     const BackendOptions& options) {
    if (!run.mosaic()) return overview;
    return mosaic_backend(std::move(overview), run, options);
}

}  // namespace redraw
