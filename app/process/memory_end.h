// Handles memory running out where no exception may pass, for example in the destructor of
// nlohmann's JSON. C++ then ends the process with a message of its own.
#pragma once

namespace redraw {

// Replaces the message by "PROGRAM: there is not enough memory for that." and exits with status 1.
// Call from main. The last save stays on disk, and the next start removes temporary files.
void end_with_a_sentence_without_memory(const char* program);

}  // namespace redraw
