// A picture in tiles that is open in the place of a run: its view, and exports of it. Owned by
// SessionLoop, on the session thread.
#pragma once

#include "engine/session/command.h"
#include "engine/session/job_queue.h"
#include "engine/session/tiled_view.h"

namespace redraw {

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
