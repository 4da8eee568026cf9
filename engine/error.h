// Two sorts of errors, never mixed. An `Error` has a cause outside the program (a damaged file, a
// full disk). It has one sentence for the user and a kind for the code that handles it; no program
// logic reads the sentence. A failed REDRAW_CHECK is a bug of this program: the check is on in
// every build and ends the program. Code catches an Error where it can try something else or undo
// something (a rollback, another disk). Otherwise an outer function catches it: the command line's
// main, a thread's main function (session, library, batch), or an action of the window. Most of
// these functions catch every std::exception and show `sentence_of()`.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace redraw {

class Error : public std::runtime_error {
public:
    enum class Kind {
        other,
        cancelled,  // the user or a signal stopped the work
        // a file cannot be written; writing other files likely fails too
        not_writable,
        not_saved,    // a run cannot be saved to its own file; its data is still in memory
        not_created,  // the file of a new run cannot be written; nothing was begun
        not_opened,   // a file that the user opened cannot be opened
        diverged,   // the loss is not finite even at lower rates; the run is at its last good step
        no_window,  // there is no display, or none with the OpenGL that the studio needs
    };
    explicit Error(const std::string& sentence) : Error(Kind::other, sentence) {}
    Error(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}

    Kind kind() const { return kind_; }

private:
    Kind kind_;
};

// Returns the sentence that tells the user about a caught exception. An exception that only a bug
// throws (a failed .at(), an empty std::function) ends a debug build here; a release build reports
// it as an internal error.
std::string sentence_of(const std::exception& error);

[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const char* message);

}  // namespace redraw

#define REDRAW_CHECK(condition, message) \
    ((condition) ? static_cast<void>(0)  \
                 : ::redraw::check_failed(#condition, __FILE__, __LINE__, (message)))
