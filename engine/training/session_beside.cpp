// What goes on beside the run: a copy that cools down; the companion is in session_companion.cpp.
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/training/session_loop.h"

namespace redraw {

void SessionLoop::preview_cool_down() {}

void SessionLoop::drop_cool_down() {}

bool SessionLoop::advance_beside() {
    return advance_companion();
}

void SessionLoop::export_curves(const std::filesystem::path&) {}

}  // namespace redraw
