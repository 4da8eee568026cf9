// The studio's window as a function of state and view that returns the user's requests. Draws with
// ImGui between NewFrame and Render; knows no window system, graphics card or thread.
#pragma once

#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw::ui {

Requests draw_ui(UiState& state, const View& view);

// The window's title, which a task bar shows: "37 % – lion.png – Redraw" while it trains, "Done,
// 48.2 dB – lion.png – Redraw" when it has finished while the user was `away` (no focus, or
// minimised), and the progress of a batch while nothing trains.
std::string window_title(const Status& status, bool away, const BatchView* queue = nullptr);

}  // namespace redraw::ui
