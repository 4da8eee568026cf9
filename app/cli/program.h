// The frame of a program of the command line: prepares the process, parses, runs, and makes one
// sentence and an exit status of what went wrong.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace redraw {

// Prepares the process; call it first in main().
void prepare_program(const char* name);
// Parses the command line, which runs the callbacks of `app`. Returns the exit status: 0 success, 1
// error (one sentence on standard error), 2 wrong usage, 128 + n stopped by signal n.
int run_program(CLI::App& app, int argc, char** argv);
// Returns the program as the user called it: "redraw" if the shell found it in PATH, else its
// absolute path.
std::string program();

}  // namespace redraw
