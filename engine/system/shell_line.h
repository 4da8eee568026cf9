// Quotes commands for the shell that the system's users have. A pure function.
#pragma once

#include <span>
#include <string>

namespace redraw {

// Quotes the words of a command for a POSIX shell (dash, bash, ksh, zsh), whatever bytes they
// contain, or on Windows for PowerShell. Keeps plain words and puts others in single quotes. In
// words that display_name() would change, printf writes all bytes but printable ASCII. The line is
// UTF-8 without control characters, so that line-based tools can carry it: GNU parallel, xargs, a
// job script, Python.
std::string shell_line(std::span<const std::string> words);

}  // namespace redraw
