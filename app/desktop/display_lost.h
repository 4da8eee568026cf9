// The X server went away: it crashed, or somebody ended it. Xlib ends the process then, without its
// destructors, so what matters has to be saved from inside its handler. The window's thread.
#pragma once

#include <functional>

namespace redraw {

// `last_words` runs once and must not call Xlib; then the process ends with status 1.
void on_display_lost(std::function<void()> last_words);

}  // namespace redraw
