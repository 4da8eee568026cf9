// Words of a command as one line for a POSIX shell (dash, bash, ksh, zsh), whatever bytes are in
// them. The line is UTF-8 text without control characters, so that whatever reads lines may carry
// it: GNU parallel, xargs, a job script, Python. Pure functions, any thread.
#pragma once

#include <span>
#include <string>

namespace redraw {

// Plain words stay as they are and others stand in single quotes. What is no text is spelt by
// printf.
std::string shell_line(std::span<const std::string> words);

}  // namespace redraw
