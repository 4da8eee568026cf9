// Messages about a wrong command line.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace redraw {

// After a failed parse: a sentence about the first unknown word, with the one that was probably
// meant. Empty if every word is known.
std::string unknown_word(const CLI::App& program);

// A sentence about the first option that takes one value and was given several; or empty.
std::string repeated_option(const CLI::App& program);

// A line for each command.
std::string command_list(const CLI::App& program);

}  // namespace redraw
