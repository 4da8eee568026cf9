// The table behind the help, from which completions and the manual page are made.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

struct OptionManual {
    std::vector<std::string> names;    // "-o", "--run"; an argument: "PICTURE"
    std::string value;                 // "FILE", "TEXT", "INT"; empty: a flag without a value
    std::vector<std::string> choices;  // the only valid values; empty: any
    std::string limits;                // "INT in [1 - 100]", or empty
    std::string help, preset;          // `preset`: the default, or empty
    bool required = false;
};

struct CommandManual {
    std::string name;  // "fit"; for the program itself "redraw"
    std::string help;
    std::vector<OptionManual> arguments, options;
};

struct Manual {
    CommandManual program;  // with its own options
    std::vector<CommandManual> commands;
    std::string notes;  // lines below the program's help
};

Manual manual_of(const CLI::App& program);

// True for a value that names a file, which the shell completes by itself.
inline bool is_file(const OptionManual& option) {
    return option.value == "FILE";
}

// `redraw completions SHELL` prints a script for bash (without bash-completion), zsh (compinit) or
// fish; `redraw man [COMMAND]` prints roff with the macros of man(7).
struct CompletionsCommand {
    std::string shell;
    void add_to(CLI::App& command);
    void run();

private:
    const CLI::App* program_ = nullptr;
};

struct ManCommand {
    std::string about;  // a command; empty: all commands
    void add_to(CLI::App& command);
    void run();

private:
    const CLI::App* program_ = nullptr;
};

// Messages about a wrong command line.

// Returns after a failed parse a sentence about the first unknown word, with the one that was
// probably meant. Empty if every word is known.
std::string unknown_word(const CLI::App& program);

// Returns a sentence about the first option that takes one value and was given several; or empty.
std::string repeated_option(const CLI::App& program);

// Returns a line for each command.
std::string command_list(const CLI::App& program);

}  // namespace redraw
