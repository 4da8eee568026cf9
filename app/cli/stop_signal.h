// Ctrl-C, SIGTERM and SIGHUP as a flag that is read between steps. A second signal ends the program
// at once: what was committed is on disk.
#pragma once

namespace redraw {

void catch_stop_signals();
int stop_signal();  // the signal that came, or 0

}  // namespace redraw
