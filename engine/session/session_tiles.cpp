// A picture in tiles in the place of a run, and leaving what was open before.
#include "engine/error.h"
#include "engine/run/outputs.h"
#include "engine/session/exports.h"
#include "engine/session/session_loop.h"
#include "engine/tiles/tiled_export.h"

#include <utility>

namespace redraw {

std::string SessionLoop::leave_run() {
    std::string elsewhere = trainer_ ? trainer_->commit_or_rescue(picture_.get()) : "";
    on(command::LeaveCompanions{});
    jobs_.clear();  // they draw with the backend of the run that goes away
    trainer_.reset();
    tiled_.reset();
    picture_.reset();
    running_ = false;
    rest_until_ = {};
    first_second_.end();
    device_note_.clear();
    cool_down_.reset();
    held_out_.reset();
    enlargement_.reset();
    view_request_ = {};
    check_up_ = {};
    const std::uint64_t serial = status_.run_serial + 1;
    const CopiedFile copied = status_.copied;
    status_ = {};
    status_.run_serial = serial;
    status_.copied = copied;
    return elsewhere;
}

void SessionLoop::open_tiles(const std::filesystem::path& path) {
    std::unique_ptr<TiledView> next;
    try {
        next = std::make_unique<TiledView>(path, options_, status_.run_serial + 1, show_);
    } catch (const Error& error) {
        return fail(error.what(), ErrorKind::not_opened);
    }
    const std::string elsewhere = leave_run();
    tiled_ = std::move(next);
    status_.tiled = tiled_->newest();
    status_.picture_name = tiled_->tiling().picture;
    status_.run_path = path;
    status_.error = elsewhere;
    report();
}

void SessionLoop::on(const command::ExportTiles& asked) {
    if (!tiled_) throw Error("No picture in tiles is open.");
    on(command::DismissMessage{});
    require_output(asked.spec.path, {{status_.run_path, "the picture in tiles itself"}});
    jobs_.add(asked.spec.path,
              [this, spec = asked.spec] { return tiled_export(tiled_->drawing(), spec); });
}

bool SessionLoop::update_tiled() {
    bool more = false;
    guarded([&] {
        if (tiled_->seconds_until_look() <= 0) tiled_->look_for_runs();
        more = tiled_->update();
    });
    if (status_.tiled == tiled_->newest() && status_.backend == tiled_->device()) return more;
    status_.tiled = tiled_->newest();
    status_.backend = tiled_->device();
    report_due_ = true;
    return more;
}

}  // namespace redraw
