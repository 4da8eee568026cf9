// Turns Ctrl-C, SIGTERM and SIGHUP into a flag that is read between steps. A second signal ends the
// program at once; the last save is on disk.
#pragma once

namespace redraw {

void catch_stop_signals();
int stop_signal();  // the signal that came, or 0

}  // namespace redraw
