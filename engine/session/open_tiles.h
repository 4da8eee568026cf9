// A tiled picture that is open instead of a run: its view and its exports. Owned by SessionLoop,
// on the session thread.
#pragma once

#include "engine/session/command.h"
#include "engine/session/job_queue.h"
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

// Renders a tiled picture for the window, a part at a time. A zoomed region comes first, from
// coarse to sharp, then the whole picture, tile by tile. A tile without a run is gray. Another
// process may train the tiles meanwhile: a tile whose run has changed is rendered again once its
// file stays unchanged from one check to the next. Owned by OpenTiles, on the session thread.
class TiledView {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    // Throws Error if the picture cannot be opened.
    TiledView(const std::filesystem::path& join_file, const BackendOptions& options,
              std::uint64_t run_serial, ShowFrame show);

    void set_view(const std::optional<Grid>& region);  // zoomed region; absent: the whole picture
    // Renders some rows of a tile; returns true if there may be more to render.
    bool update();
    // Finds tiles whose runs appeared, changed or disappeared since they were rendered; update()
    // renders them again. Checks the time stamp of every tile's run file.
    void look_for_runs();
    double seconds_until_look() const;

    TiledDrawing& drawing() { return drawing_; }
    const Tiling& tiling() const { return drawing_.tiling(); }
    const std::string& device() const { return drawing_.device(); }
    // The newest description of the tiled picture; replaced by a new object whenever it changes.
    std::shared_ptr<const TiledPicture> newest() const { return newest_; }

private:
    using Clock = std::chrono::steady_clock;
    using Time = std::filesystem::file_time_type;
    struct Pass {  // a render of tiles in progress
        Grid grid;
        PixelRect part;  // the part of the grid that this pass renders
        bool whole = true;
        int coarseness = 1;
        // The pixels of `part`, as the sum of the contributions of the tiles rendered so far.
        Image sum{};
        std::vector<TilePlace> tiles{};  // tiles still to render; the last one is next
        int next_row = 0;                // next row of the current tile to render
    };
    Pass pass_of(const Grid& grid, const PixelRect& part, bool whole, int coarseness) const;
    void begin(const Grid& sharp, bool whole, int coarseness);
    void draw_some(Pass& pass);
    void patch();
    // Returns the time stamp of the tile's run file; Time::min(): there is no run.
    Time written(std::int64_t tile) const;
    void report(const std::string& why);
    void show(const Pass& pass);  // tiles still to render are gray

    TiledDrawing drawing_;
    ShowFrame show_;
    std::uint64_t run_serial_, serial_ = 0;
    std::shared_ptr<const TiledPicture> newest_;
    // Time stamp of each tile's run file: when the tile was rendered, and at the last check.
    std::vector<Time> drawn_, seen_;
    Clock::time_point look_at_{};
    std::set<std::int64_t> not_drawn_;  // indices of tiles that could not be rendered
    std::optional<Pass> whole_, region_;
    std::vector<Pass> patches_;  // renders that replace outdated tiles of the whole picture
    std::optional<Grid> looked_at_;
    double seconds_per_pixel_ = 0;
    Clock::time_point shown_at_{};
};

class OpenTiles {
public:
    // Throws Error if the picture cannot be opened. `report` outlives this object.
    OpenTiles(const std::filesystem::path& join_file, const BackendOptions& options,
              std::uint64_t run_serial, TiledView::ShowFrame show, Report& report)
        : view_(join_file, options, run_serial, std::move(show)), report_(report), jobs_(report) {}

    void on(const ViewRequest& view) { view_.set_view(view.region); }
    void on(const command::ExportTiles& asked);  // throws Error
    // Does one round of work; returns the seconds until more work is due.
    double work();
    void fill_status();
    JobQueue& jobs() { return jobs_; }

private:
    TiledView view_;
    Report& report_;
    JobQueue jobs_;
};

}  // namespace redraw
