#include "engine/session/tiled_view.h"

#include "engine/drawing/whole_drawing.h"
#include "engine/error.h"
#include "engine/seconds.h"
#include "engine/session/preview.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

constexpr int kSamples = 2;             // of an area pixel, a side
constexpr int kPixelsAtOnce = 1 << 16;  // some ten milliseconds
constexpr double kShowSeconds = 0.2;    // of what is made tile by tile
// With more tiles than that reading them takes most of the time, and coarse drawings gain nothing.
constexpr std::size_t kFewTiles = 9;

}  // namespace

TiledView::TiledView(const std::filesystem::path& join_file, const BackendOptions& options,
                     std::uint64_t run_serial, ShowFrame show)
    : drawing_(join_file, options), show_(std::move(show)), run_serial_(run_serial) {
    TiledPicture tiled{tiling().width, tiling().height, tiling().count(), 0, ""};
    for (const TilePlace place : drawing_.missing())
        not_drawn_.insert(std::int64_t(place.row) * tiling().across().count() + place.column);
    tiled.not_drawn = std::int64_t(not_drawn_.size());
    newest_ = std::make_shared<const TiledPicture>(std::move(tiled));
    begin(within(drawing_.grid(), kMostWholePixels), true, 1);
}

void TiledView::set_view(const std::optional<Grid>& region) {
    if (region == looked_at_) return;
    looked_at_ = region;
    region_.reset();
    if (!region) {
        if (!whole_->tiles.empty()) return;
        return show(*whole_);
    }
    const std::size_t tiles = drawing_.tiles_of(*region, redraw::whole(*region)).size();
    const double pixels = double(region->width) * region->height;
    begin(*region, false, tiles <= kFewTiles ? first_coarseness(pixels, seconds_per_pixel_) : 1);
}

void TiledView::begin(const Grid& sharp, bool whole, int coarseness) {
    Pass pass{.grid = resized(sharp, std::max(1, sharp.width / coarseness),
                              std::max(1, sharp.height / coarseness)),
              .whole = whole,
              .coarseness = coarseness};
    pass.sum = make_image(pass.grid.width, pass.grid.height, drawing_.channels());
    pass.tiles = drawing_.tiles_of(pass.grid, redraw::whole(pass.grid));
    std::ranges::reverse(pass.tiles);
    (whole ? whole_ : region_) = std::move(pass);
}

// Where one looks comes before the whole.
bool TiledView::update() {
    if (region_ && !region_->tiles.empty()) {
        draw_some(*region_);
        if (!region_->tiles.empty()) return true;
        show(*region_);
        if (region_->coarseness > 1) begin(*looked_at_, false, region_->coarseness / 2);
        return true;
    }
    if (whole_->tiles.empty()) return false;
    draw_some(*whole_);
    // A region that is shown stays.
    if (whole_->tiles.empty() || seconds_since(shown_at_) > kShowSeconds) {
        show(*whole_);
        if (region_) show(*region_);
    }
    return true;
}

void TiledView::draw_some(Pass& pass) {
    const TilePlace place = pass.tiles.back();
    const PixelRect all = drawing_.rect_on(pass.grid, place);
    const int rows =
        std::clamp(kPixelsAtOnce / std::max(1, all.width), 1, all.height - pass.next_row);
    const PixelRect part{all.x, all.y + pass.next_row, all.width, rows};
    const std::int64_t index = std::int64_t(place.row) * tiling().across().count() + place.column;
    const Clock::time_point start = Clock::now();
    std::optional<TiledDrawing::Share> share;
    if (!not_drawn_.contains(index)) {
        try {
            share = drawing_.share(place, pass.grid, part, kSamples);
            seconds_per_pixel_ = seconds_since(start) / (double(part.width) * part.height);
        } catch (const Error& error) {
            not_drawn_.insert(index);
            TiledPicture told = *newest_;
            ++told.not_drawn;
            told.why = error.what();
            newest_ = std::make_shared<const TiledPicture>(std::move(told));
        }
    }
    if (!share) share = drawing_.blank_share(place, pass.grid, part);
    add_share(*share, redraw::whole(pass.grid), pass.sum);
    pass.next_row += rows;
    if (pass.next_row < all.height) return;
    pass.next_row = 0;
    pass.tiles.pop_back();
}

void TiledView::show(const Pass& pass) {
    Frame frame;
    frame.surface = std::make_shared<HostSurface>(pass.sum);
    frame.grid = pass.grid;
    frame.full_picture = pass.whole;
    frame.serial = ++serial_;
    frame.run_serial = run_serial_;
    shown_at_ = Clock::now();
    show_(std::make_shared<const Frame>(std::move(frame)));
}

}  // namespace redraw
