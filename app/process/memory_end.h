// Some libraries allocate where no exception may pass (the destructor of nlohmann's JSON), and C++
// then ends the process with a message of its own.
#pragma once

namespace redraw {

// For main: such an end says "PROGRAM: there is not enough memory for that." and has status 1. As
// after a kill, what was committed is on disk, and temporary files go at the next start.
void end_with_a_sentence_without_memory(const char* program);

}  // namespace redraw
