// The data behind --help, which also produces shell completions and manual pages.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

struct OptionManual {
    std::vector<std::string> names;    // "-o", "--run"; for an argument: "PICTURE"
    std::string value;                 // "FILE", "TEXT", "INT"; empty: a flag without a value
    std::vector<std::string> choices;  // the only valid values; empty: any
    std::string limits;                // "INT in [1 - 100]", or empty
    std::string help, preset;          // `preset`: the default value, or empty
    bool required = false;
};

struct CommandManual {
    std::string name;  // "fit"; "redraw" for the program itself
    std::string help;
    std::vector<OptionManual> arguments, options;
};

struct Manual {
    CommandManual program;  // the program's own options
    std::vector<CommandManual> commands;
    std::string notes;  // lines below the program's help
};

Manual manual_of(const CLI::App& program);

// Returns true if the value names a file, which the shell completes by itself.
inline bool is_file(const OptionManual& option) {
    return option.value == "FILE";
}

// `redraw completions SHELL` prints a script for bash (without bash-completion), zsh (compinit) or
// fish. `redraw man [COMMAND]` prints roff with the macros of man(7).
struct CompletionsCommand {
    std::string shell;
    void add_to(CLI::App& command);
    void run();

private:
    const CLI::App* program_ = nullptr;
};

struct ManCommand {
    std::string about;  // a command's name; empty: all commands
    void add_to(CLI::App& command);
    void run();

private:
    const CLI::App* program_ = nullptr;
};

// Messages about a wrong command line.

// Describes the first unknown word after a failed parse and suggests the closest known word. Empty
// if every word is known.
std::string unknown_word(const CLI::App& program);

// Describes the first option that takes one value but was given several; or empty.
std::string repeated_option(const CLI::App& program);

// Returns the list of commands, one per line.
std::string command_list(const CLI::App& program);

}  // namespace redraw
