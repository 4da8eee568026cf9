// Discards what libraries print on standard error while at least one of these exists: dav1d,
// libde265, libjxl and x264 print about files and memory and have no setting against it, and a
// refusal is one sentence of ours. `stderr` belongs to the whole process, so nothing else may
// replace it: one mutex, one stream that is never closed. For the program only: a module contains
// an engine, and so a mutex, of its own. Any thread.
#pragma once

namespace redraw {

class MutedStderr {
public:
    MutedStderr();
    ~MutedStderr();
    MutedStderr(const MutedStderr&) = delete;
    MutedStderr& operator=(const MutedStderr&) = delete;
};

}  // namespace redraw
