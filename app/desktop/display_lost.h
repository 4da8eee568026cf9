// Handles the loss of the X server, which may crash or be stopped. Xlib then ends the process
// without running destructors, so unsaved data must be saved inside Xlib's handler. Called on the
// window's thread.
#pragma once

#include <functional>

namespace redraw {

// Calls `last_words` once when the display is lost; the process then ends with status 1.
// `last_words` must not call Xlib.
void on_display_lost(std::function<void()> last_words);

}  // namespace redraw
