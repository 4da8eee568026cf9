// The studio's window as a function: what it remembers and what there is to see in, what the user
// asked for out. Draws with ImGui between NewFrame and Render; knows no window, no graphics card,
// no thread.
#pragma once

#include "ui/state/requests.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw::ui {

Requests draw_ui(UiState& state, const View& view);

// A task bar shows the title while the window itself is hidden: "37 % – lion.png – Redraw" while it
// trains; "Done, 48.2 dB – lion.png – Redraw" once it is finished, as long as the user looks
// elsewhere (`away`: the window has no focus or is minimised). And how much is made of many
// pictures, while nothing trains.
std::string window_title(const Status& status, bool away, const BatchView* queue = nullptr);

}  // namespace redraw::ui
