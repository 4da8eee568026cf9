// A picture in tiles that is open in the place of a run: its view, and exports of it. Owned by
// SessionLoop, on the session thread.
#pragma once

#include "engine/session/background_work.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/tiles/tiled_drawing.h"
#include "engine/tiles/tiling.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace redraw {

// Draws a picture in tiles for the window, a part at a time: the whole first, tile by tile, then
// the region that is zoomed into, coarse first. A tile without a run is gray. Another process may
// train the tiles meanwhile: a run that is being written is left alone until it rests. Owned by
// OpenTiles, on the session thread.
class TiledView {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    // Throws Error: it cannot be opened.
    TiledView(const std::filesystem::path& join_file, const BackendOptions& options,
              std::uint64_t run_serial, ShowFrame show);

    void set_view(const std::optional<Grid>& region);  // absent: the whole
    bool update();  // draws some rows of a tile; true when there is more to be drawn
    // Finds tiles whose runs appeared, changed or disappeared since they were drawn; update() draws
    // them. Looks at every file.
    void look_for_runs();
    double seconds_until_look() const;

    TiledDrawing& drawing() { return drawing_; }
    const Tiling& tiling() const { return drawing_.tiling(); }
    const std::string& device() const { return drawing_.device(); }
    // Replaced when something of it changes.
    std::shared_ptr<const TiledPicture> newest() const { return newest_; }

private:
    using Clock = std::chrono::steady_clock;
    using Time = std::filesystem::file_time_type;
    struct Pass {  // one drawing, being made
        Grid grid;
        PixelRect part;  // of the grid, that is made
        bool whole = true;
        int coarseness = 1;
        Image sum{};                     // of the part
        std::vector<TilePlace> tiles{};  // the last is drawn next
        int next_row = 0;                // of that
    };
    Pass pass_of(const Grid& grid, const PixelRect& part, bool whole, int coarseness) const;
    void begin(const Grid& sharp, bool whole, int coarseness);
    void draw_some(Pass& pass);
    void patch();
    Time written(std::int64_t tile) const;  // Time::min(): no run
    void report(const std::string& why);
    void show(const Pass& pass);

    TiledDrawing drawing_;
    ShowFrame show_;
    std::uint64_t run_serial_, serial_ = 0;
    std::shared_ptr<const TiledPicture> newest_;
    std::vector<Time> drawn_, seen_;  // runs of the tiles; the latter when they were last looked at
    Clock::time_point look_at_{};
    std::set<std::int64_t> not_drawn_;  // tiles, counted row by row
    std::optional<Pass> whole_, region_;
    std::vector<Pass> patches_;  // of the whole, where a tile is another than was drawn
    std::optional<Grid> looked_at_;
    double seconds_per_pixel_ = 0;
    Clock::time_point shown_at_{};
};

class OpenTiles {
public:
    // Throws Error: it cannot be opened. The report outlives this.
    OpenTiles(const std::filesystem::path& join_file, const BackendOptions& options,
              std::uint64_t run_serial, TiledView::ShowFrame show, Report& report)
        : view_(join_file, options, run_serial, std::move(show)), report_(report), jobs_(report) {}

    void on(const ViewRequest& view) { view_.set_view(view.region); }
    void on(const command::ExportTiles& asked);  // throws Error
    // One round; the seconds until there is more to do.
    double work();
    void fill_status();
    JobQueue& jobs() { return jobs_; }

private:
    TiledView view_;
    Report& report_;
    JobQueue jobs_;
};

}  // namespace redraw
