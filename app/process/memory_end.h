// Some libraries allocate where no exception may pass (the destructor of nlohmann's JSON), which
// ends the process with a message of C++.
#pragma once

namespace redraw {

// For main: such an end prints "PROGRAM: there is not enough memory for that." and has status 1. As
// after a kill, the last save is on disk, and the next start removes temporary files.
void end_with_a_sentence_without_memory(const char* program);

}  // namespace redraw
