// Discards what libraries print to C's `stderr` while at least one MutedStderr exists: video and
// image libraries and OpenGL drivers print messages and cannot be silenced otherwise. Redraw
// reports the error itself in one sentence. `stderr` belongs to the whole process, so nothing else
// may replace it: one mutex, one stream that is never closed. Use it only in the program: a module
// contains its own engine, and so its own mutex. Any thread.
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
