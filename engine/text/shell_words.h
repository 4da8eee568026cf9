// Quotes the words of a command for a POSIX shell (dash, bash, ksh, zsh), whatever bytes are in
// them. The line is UTF-8 text without control characters, so that whatever reads lines may carry
// it: GNU parallel, xargs, a job script, Python. Pure functions, any thread.
#pragma once

#include <span>
#include <string>

namespace redraw {

// Keeps plain words and puts others in single quotes. Bytes that are no text are spelt by
// printf.
std::string shell_line(std::span<const std::string> words);

}  // namespace redraw
