// What goes on beside the run: a copy that cools down; the companion is in session_companion.cpp.
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/run/curves_csv.h"
#include "engine/run/run_folder.h"
#include "engine/training/session_loop.h"

namespace redraw {

void SessionLoop::preview_cool_down() {}

void SessionLoop::drop_cool_down() {}

bool SessionLoop::advance_beside() {
    return advance_companion();
}

void SessionLoop::export_curves(const std::filesystem::path& path) {
    dismiss_message();
    write_curves_csv(path, trainer().metrics(), trainer().dataset().steps_per_epoch());
    status_.notice = "Saved " + display_name(path.filename()) + ".";
}

}  // namespace redraw
