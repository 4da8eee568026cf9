// The studio's window as a function: takes state and view, draws with ImGui, and returns the user's
// requests. Call between ImGui's NewFrame and Render. Uses no window system, graphics card or
// thread.
#pragma once

#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw::ui {

Requests draw_ui(UiState& state, const View& view);

// Returns the window's title, which a task bar shows: "37 % – lion.png – Redraw" during training.
// While nothing trains, it shows the progress of other work. `away`: the window has no focus
// or is minimised; a finished run then adds its result, "Done, 48.2 dB – lion.png – Redraw".
std::string window_title(const Status& status, bool away, const std::string& other_work = "");

}  // namespace redraw::ui
