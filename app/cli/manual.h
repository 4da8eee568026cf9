// The table of commands and options behind the help, from which shell completions and the manual
// page are made.
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

// `redraw completions SHELL` and `redraw man [COMMAND]` print text made from the manual.
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

// Scripts for bash (without bash-completion), zsh (compinit) and fish.
std::string bash_completions(const Manual& manual);
std::string zsh_completions(const Manual& manual);
std::string fish_completions(const Manual& manual);

// Writes roff with the macros of man(7): redraw(1), with every command; or redraw-COMMAND(1).
std::string man_page(const Manual& manual);
std::string man_page(const Manual& manual, const CommandManual& command);

// Messages about a wrong command line.

// After a failed parse: a sentence about the first unknown word, with the one that was probably
// meant. Empty if every word is known.
std::string unknown_word(const CLI::App& program);

// A sentence about the first option that takes one value and was given several; or empty.
std::string repeated_option(const CLI::App& program);

// A line for each command.
std::string command_list(const CLI::App& program);

}  // namespace redraw
