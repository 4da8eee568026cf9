// The studio's window as a function: what it remembers and what there is to see in, what the user
// asked for out. Draws with ImGui between NewFrame and Render; knows no window, no graphics card,
// no thread.
#pragma once

#include "ui/state/requests.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw {

Requests draw_ui(UiState& state, const View& view);

}  // namespace redraw
