// The commands and their options as the help knows them, for what else is made of that table:
// completions of the shells and the manual page.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

struct OptionManual {
    std::vector<std::string> names;    // "-o", "--run"; of an argument "PICTURE"
    std::string value;                 // "FILE", "TEXT", "INT"; empty: a flag, which takes none
    std::vector<std::string> choices;  // the only values there are; empty: any
    std::string limits;                // "INT in [1 - 100]", or empty
    std::string help, preset;          // `preset` is what it is when not given, or empty
    bool required = false;
};

struct CommandManual {
    std::string name;  // "fit"; "redraw" of the program itself
    std::string help;
    std::vector<OptionManual> arguments, options;
};

struct Manual {
    CommandManual program;  // with its own options
    std::vector<CommandManual> commands;
    std::string notes;  // lines under the program's help
};

Manual manual_of(const CLI::App& program);

// Every value a file is wanted for: what a shell completes by its own means.
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
    std::string about;  // a command; empty: all of them
    void add_to(CLI::App& command);
    void run();

private:
    const CLI::App* program_ = nullptr;
};

// Scripts for bash (without bash-completion), zsh (compinit) and fish.
std::string bash_completions(const Manual& manual);
std::string zsh_completions(const Manual& manual);
std::string fish_completions(const Manual& manual);

// In roff with the macros of man(7): redraw(1), with every command; or redraw-COMMAND(1).
std::string man_page(const Manual& manual);
std::string man_page(const Manual& manual, const CommandManual& command);

}  // namespace redraw
