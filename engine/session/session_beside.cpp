// What goes on beside the run: a copy that cools down; one that is held against
// interpolation is in session_held_out.cpp, the network that enlarges in session_enlargement.cpp,
// the companion in session_companion.cpp.
#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/network/schedule.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"
#include "engine/text/display_name.h"

namespace redraw {

void SessionLoop::preview_cool_down() {
    drop_cool_down();
    const Trainer& now = trainer();
    cool_down_ = std::make_unique<CoolDownCopy>(now, options_, cool_down_epochs(now.epoch()));
    status_.cool_down = cool_down_->newest();
}

void SessionLoop::drop_cool_down() {
    cool_down_.reset();
    status_.cool_down.reset();
}

// False when there is nothing more to cool down at once.
bool SessionLoop::advance_cool_down() {
    if (!cool_down_ || (running_ && Clock::now() < rest_until_)) return false;  // quiet mode rests
    bool done = true;  // also when it fails
    guarded([&] {
        try {
            done = cool_down_->advance();
            status_.cool_down = cool_down_->newest();
        } catch (const DeviceFailed& failure) {  // of the copy; the run will find out by itself
            status_.cool_down.reset();
            throw Error(failure.what());
        } catch (...) {
            status_.cool_down.reset();
            throw;
        }
    });
    if (done) cool_down_.reset();  // its memory; what it drew stays in the status
    return !done;
}

bool SessionLoop::advance_beside() {
    bool more = advance_cool_down();
    more |= advance_held_out();
    more |= advance_enlargement();
    more |= advance_companion();
    return more;
}

void SessionLoop::export_curves(const std::filesystem::path& path) {
    dismiss_message();
    require_own_place(path);
    write_curves_csv(path, trainer().metrics(), trainer().dataset().steps_per_epoch());
    status_.notice = "Saved " + display_name(path.filename()) + ".";
}

}  // namespace redraw
