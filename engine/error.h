// Errors of two sorts, never mixed. `Error` is the world refusing (a damaged file, a full disk):
// one sentence for the user, and a kind for whoever reacts. No program logic reads the sentence.
// REDRAW_CHECK is our own bug: always on, and it ends the program.
// An Error is caught where something else is tried or put right (a rollback, the next disk), and
// last at a border: the command line's main, the session's, the library's and the batch's threads,
// and actions of the window. Borders catch every std::exception and show `sentence_of()`.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace redraw {

class Error : public std::runtime_error {
public:
    enum class Kind {
        cancelled,     // the user or a signal stopped it
        not_writable,  // a file of ours: its folder, name or disk refuses, and most likely the next
        other
    };
    explicit Error(const std::string& sentence) : Error(Kind::other, sentence) {}
    Error(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}

    Kind kind() const { return kind_; }

private:
    Kind kind_;
};

// For borders: the sentence for the user. An exception that only a bug throws (a failed .at(), an
// empty std::function) ends a debug build here; a release build calls it an internal error.
std::string sentence_of(const std::exception& error);

[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const char* message);

}  // namespace redraw

#define REDRAW_CHECK(condition, message) \
    ((condition) ? static_cast<void>(0)  \
                 : ::redraw::check_failed(#condition, __FILE__, __LINE__, (message)))
