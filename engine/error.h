// Errors. Two kinds, never mixed: `Error` is the world refusing (a bad file, a full disk) and
// carries one sentence written for the user; REDRAW_CHECK is our own bug and always on. Caught in
// three places only: the command line's main, the session thread, and a UI action.
#pragma once

#include <stdexcept>
#include <string>

namespace redraw {

class Error : public std::runtime_error {
public:
    explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

// A file of ours cannot be written: its folder, name or disk refuses, so that the next one will
// most likely fail, too.
class OutputError : public Error {
public:
    using Error::Error;
};

[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const char* message);

}  // namespace redraw

#define REDRAW_CHECK(condition, message) \
    ((condition) ? static_cast<void>(0)  \
                 : ::redraw::check_failed(#condition, __FILE__, __LINE__, (message)))
