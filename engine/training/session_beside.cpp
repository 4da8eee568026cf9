// What goes on beside the run: a copy that cools down, a companion to compare or race with.
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/training/session_loop.h"

namespace redraw {

void SessionLoop::preview_cool_down() {}

void SessionLoop::drop_cool_down() {}

void SessionLoop::compare_with(const std::filesystem::path&) {}

void SessionLoop::race(const Config&) {}

void SessionLoop::leave_companion() {}

bool SessionLoop::advance_beside() {
    return false;
}

void SessionLoop::export_curves(const std::filesystem::path&) {}

}  // namespace redraw
