// Handles the loss of the connection to the X server, which may crash or be stopped. Xlib then ends
// the process without unwinding the stack. Unsaved data must therefore be saved inside Xlib's error
// handler. Called on the window's thread.
#pragma once

#include <functional>

namespace redraw {

// Sets the function `last_words`, which is called once when the X server is lost. Then the process
// ends with status 1. `last_words` must not call Xlib.
void on_display_lost(std::function<void()> last_words);

}  // namespace redraw
