// A description of all commands and options as --help shows them, from which shell completions and
// manual pages are made.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

struct OptionManual {
    std::vector<std::string> names;  // of an option: "-o", "--run"; of an argument: "PICTURE"
    std::string value;  // type of the value, such as "FILE"; empty: a flag without a value
    std::vector<std::string> choices;  // values to offer; empty: none are known
    std::string limits;                // allowed range, "INT in [1 - 100]"; or empty
    std::string help, preset;          // `preset`: the default value, or empty
    bool required = false;
};

struct CommandManual {
    std::string name;  // the command's name, "fit"; "redraw" for the program itself
    std::string help;
    std::string notes;  // text below the help
    std::vector<OptionManual> arguments{}, options{};
    std::vector<CommandManual> commands{};  // of the program
};

// Describes a command, or the program with all commands.
CommandManual manual_of(const CLI::App& command);

// Returns true if the option's value is a file name, which the shell completes by itself.
inline bool is_file(const OptionManual& option) {
    return option.value == "FILE";
}

// `redraw completions SHELL` prints a completion script for bash (without the package
// bash-completion), zsh (compinit) or fish. `redraw man [COMMAND]` prints a manual page in roff
// with the macros of man(7).

// The functions below describe errors on the command line.

// After a failed parse, describes the first unknown option or word, and suggests a similar known
// one if there is one. Empty if every word is known.
std::string unknown_word(const CLI::App& program);

// Describes the first option that was given several values although it takes one; empty if there is
// none.
std::string repeated_option(const CLI::App& program);

// Returns the list of commands, one per line.
std::string command_list(const CLI::App& program);

}  // namespace redraw
