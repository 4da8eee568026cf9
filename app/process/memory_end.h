// Handles running out of memory where no exception may pass, for example in a destructor. C++ then
// ends the process with an unhelpful message.
#pragma once

namespace redraw {

// Makes the process print "PROGRAM: there is not enough memory for that." and exit with status 1
// when std::terminate() is called for a std::bad_alloc. Call from main. The last save remains on
// disk. The next Redraw that opens a run or writes a file in their folder removes temporary files.
void end_with_a_sentence_without_memory(const char* program);

}  // namespace redraw
