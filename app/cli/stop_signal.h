// Ctrl-C, SIGTERM and SIGHUP as a flag that is read between steps. A second signal ends the program
// at once: what was committed is on disk.
#pragma once

#include "engine/error.h"

namespace redraw {

void catch_stop_signals();
int stop_signal();  // the signal that came, or 0

// What was under way ended because of it.
class Stopped : public Error {
public:
    using Error::Error;
};

}  // namespace redraw
