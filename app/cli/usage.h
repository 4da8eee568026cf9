// What is said when a command line cannot be understood.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace redraw {

// After a parse that failed: the first word that is no command, option or argument, in a sentence
// with the one that was probably meant. Empty where every word is known.
std::string unknown_word(const CLI::App& program);

// The first option that takes one value and was given several, in a sentence; or empty.
std::string repeated_option(const CLI::App& program);

// The commands, a line each.
std::string command_list(const CLI::App& program);

}  // namespace redraw
