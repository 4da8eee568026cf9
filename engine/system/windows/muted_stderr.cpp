#include "engine/system/muted_stderr.h"

namespace redraw {

// The libraries that print are in modules, which Windows does not have yet.
MutedStderr::MutedStderr() = default;
MutedStderr::~MutedStderr() = default;

}  // namespace redraw
