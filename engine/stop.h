// Stops drawing because the program is about to end. Backends, jobs and encoders look at this flag
// between pieces of their work and give up; training steps and saving do not look at it. Any
// thread, and signal handlers.
#pragma once

#include "engine/error.h"

#include <atomic>

namespace redraw {

namespace stop {
inline std::atomic<bool> asked = false;
}

inline void stop_drawing(bool stopped = true) {
    stop::asked.store(stopped, std::memory_order_relaxed);
}
inline bool drawing_is_stopped() {
    return stop::asked.load(std::memory_order_relaxed);
}
// Throws Error(cancelled) after stop_drawing().
inline void throw_if_stopped() {
    if (drawing_is_stopped()) throw Error(Error::Kind::cancelled, "Stopped.");
}

}  // namespace redraw
