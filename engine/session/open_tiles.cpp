#include "engine/session/open_tiles.h"

#include "engine/error.h"
#include "engine/run/folders.h"
#include "engine/seconds.h"
#include "engine/session/preview.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// Time between two checks for changed tiles. A run in training is saved more often, so that a tile
// is not rendered until its training rests.
constexpr std::chrono::seconds kEach{4};
constexpr int kShare = 50;  // checks may take at most 1/50 of the time

constexpr int kSamples = 2;             // samples along each side of an area pixel
constexpr int kPixelsAtOnce = 1 << 16;  // pixels rendered per round of work: takes about 10 ms
constexpr double kShowSeconds = 0.2;    // seconds between two displays of a render in progress
// A zoomed region is first rendered coarsely only if it has at most this many tiles. With more,
// most of the time goes into reading the tiles, so that a coarse render gains nothing.
constexpr std::size_t kFewTiles = 9;

}  // namespace

TiledView::TiledView(const std::filesystem::path& join_file, const BackendOptions& options,
                     std::uint64_t run_serial, ShowFrame show)
    : drawing_(join_file, options),
      show_(std::move(show)),
      run_serial_(run_serial),
      look_at_(Clock::now() + kEach) {
    for (std::int64_t tile = 0; tile < tiling().count(); ++tile) {
        drawn_.push_back(written(tile));
        if (drawn_.back() == Time::min()) not_drawn_.insert(tile);
    }
    seen_ = drawn_;
    report("");
    begin(within(drawing_.grid(), kMostWholePixels), true, 1);
    this->show(*whole_);
}

TiledView::Time TiledView::written(std::int64_t tile) const {
    std::error_code gone;
    const Time time = std::filesystem::last_write_time(drawing_.run_of(tiling().place(tile)), gone);
    return gone ? Time::min() : time;
}

double TiledView::seconds_until_look() const {
    return std::max(0.0, -seconds_since(look_at_));
}

void TiledView::report(const std::string& why) {
    newest_ = std::make_shared<const TiledPicture>(TiledPicture{
        tiling().width, tiling().height, tiling().count(), std::int64_t(not_drawn_.size()), why});
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

TiledView::Pass TiledView::pass_of(const Grid& grid, const PixelRect& part, bool whole,
                                   int coarseness) const {
    Pass pass{.grid = grid, .part = part, .whole = whole, .coarseness = coarseness};
    pass.sum = make_image(part.width, part.height, drawing_.channels());
    pass.tiles = drawing_.tiles_of(grid, part);
    std::ranges::reverse(pass.tiles);
    return pass;
}

void TiledView::begin(const Grid& sharp, bool whole, int coarseness) {
    const Grid grid = resized(sharp, std::max(1, sharp.width / coarseness),
                              std::max(1, sharp.height / coarseness));
    (whole ? whole_ : region_) = pass_of(grid, redraw::whole(grid), whole, coarseness);
    if (whole) patches_.clear();
}

void TiledView::look_for_runs() {
    const Clock::time_point begun = Clock::now();
    bool changed = false;
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        const auto tile = std::int64_t(i);
        const Time now = written(tile), before = std::exchange(seen_[i], now);
        if (now == drawn_[i] || now != before) continue;
        drawn_[i] = now;
        changed = true;
        const TilePlace place = tiling().place(tile);
        drawing_.forget(place);
        if (now == Time::min())
            not_drawn_.insert(tile);
        else
            not_drawn_.erase(tile);
        const PixelRect part = drawing_.rect_on(whole_->grid, place);
        if (part.width > 0 && part.height > 0)
            patches_.push_back(pass_of(whole_->grid, part, true, 1));
    }
    const Clock::time_point end = Clock::now();
    look_at_ = end + std::max<Clock::duration>(kEach, kShare * (end - begun));
    if (!changed) return;
    report("");
    if (!whole_->tiles.empty()) begin(whole_->grid, true, 1);
    if (looked_at_) begin(*looked_at_, false, 1);
}

// Renders the zoomed region before the whole picture.
bool TiledView::update() {
    if (region_ && !region_->tiles.empty()) {
        draw_some(*region_);
        if (!region_->tiles.empty()) return true;
        show(*region_);
        if (region_->coarseness > 1) begin(*looked_at_, false, region_->coarseness / 2);
        return true;
    }
    if (!whole_->tiles.empty()) {
        draw_some(*whole_);
        if (!whole_->tiles.empty() && seconds_since(shown_at_) <= kShowSeconds) return true;
    } else if (!patches_.empty()) {
        draw_some(patches_.back());
        if (!patches_.back().tiles.empty()) return true;
        patch();
    } else {
        return false;
    }
    show(*whole_);
    if (region_) show(*region_);  // the window paints it over the whole picture
    return true;
}

void TiledView::patch() {
    const Pass& made = patches_.back();
    const auto values = std::size_t(made.sum.channels);
    for (int y = 0; y < made.part.height; ++y)
        std::copy_n(made.sum.row(y), std::size_t(made.part.width) * values,
                    whole_->sum.row(made.part.y + y) + std::size_t(made.part.x) * values);
    patches_.pop_back();
}

void TiledView::draw_some(Pass& pass) {
    const TilePlace place = pass.tiles.back();
    const PixelRect all = common(drawing_.rect_on(pass.grid, place), pass.part);
    const int rows =
        std::clamp(kPixelsAtOnce / std::max(1, all.width), 1, all.height - pass.next_row);
    const PixelRect part{all.x, all.y + pass.next_row, all.width, rows};
    const std::int64_t index = tiling().index(place);
    const Clock::time_point start = Clock::now();
    std::optional<TiledDrawing::Share> share;
    if (!not_drawn_.contains(index)) {
        try {
            share = drawing_.share(place, pass.grid, part, kSamples);
            seconds_per_pixel_ = seconds_since(start) / (double(part.width) * part.height);
        } catch (const Error& error) {
            not_drawn_.insert(index);
            report(error.what());
        }
    }
    if (!share) share = drawing_.blank_share(place, pass.grid, part);
    add_share(*share, pass.part, pass.sum);
    pass.next_row += rows;
    if (pass.next_row < all.height) return;
    pass.next_row = 0;
    pass.tiles.pop_back();
}

void TiledView::show(const Pass& pass) {
    Image image = pass.sum;
    for (const TilePlace& place : pass.tiles) {  // tiles still to render are gray
        PixelRect rest = common(drawing_.rect_on(pass.grid, place), pass.part);
        const int rendered = place == pass.tiles.back() ? pass.next_row : 0;
        rest.y += rendered;
        rest.height -= rendered;
        add_share(drawing_.blank_share(place, pass.grid, rest), pass.part, image);
    }
    Frame frame;
    frame.surface = std::make_shared<HostSurface>(std::move(image));
    frame.grid = pass.grid;
    frame.full_picture = pass.whole;
    frame.serial = ++serial_;
    frame.run_serial = run_serial_;
    shown_at_ = Clock::now();
    show_(std::make_shared<const Frame>(std::move(frame)));
}

void OpenTiles::on(const command::ExportTiles& asked) {
    report_.dismiss();
    require_output(asked.spec.path, {{report_.status.run_path, "the picture in tiles itself"}});
    jobs_.add(
        {.target = asked.spec.path, .notice = saved_notice(asked.spec.path)},
        [&drawing = view_.drawing(), spec = asked.spec] { return tiled_export(drawing, spec); });
}

void OpenTiles::fill_status() {
    Status& status = report_.status;
    status.tiled = view_.newest();
    status.backend = view_.device();
    status.picture_name = view_.tiling().picture;
}

double OpenTiles::work() {
    bool more = !jobs_.empty();
    if (more) report_.guarded([&] { jobs_.advance(); });
    report_.guarded([&] {
        if (view_.seconds_until_look() <= 0) view_.look_for_runs();
        more |= view_.update();
    });
    fill_status();
    return more ? 0 : view_.seconds_until_look();
}

}  // namespace redraw
