// Some libraries allocate where no exception may pass (the destructor of nlohmann's JSON), and C++
// then ends the process with a message of its own.
#pragma once

namespace redraw {

// For main: without memory the program says "PROGRAM: there is not enough memory for that." and
// ends with status 1. As after a kill, everything saved is on disk; the next start removes
// temporary files.
void end_with_a_sentence_without_memory(const char* program);

}  // namespace redraw
