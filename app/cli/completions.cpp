// Shell scripts that complete commands, options and their values. The shell itself completes file
// names.
#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/cli/output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace redraw {
namespace {

struct CompletionsCommand {
    std::string shell;
    const CLI::App* program = nullptr;
    void run();
};

using CLI::detail::find_and_replace;

// Escapes text for use between single quotes in POSIX shells and fish.
std::string quoted(const std::string& text) {
    return find_and_replace(text, "'", "'\\''");
}

std::vector<std::string> names_of(const std::vector<OptionManual>& options) {
    std::vector<std::string> names;
    for (const OptionManual& option : options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> names_of(const std::vector<CommandManual>& commands) {
    std::vector<std::string> names;
    for (const CommandManual& command : commands) names.push_back(command.name);
    return names;
}

bool wants_file(const CommandManual& command) {
    return std::ranges::any_of(command.arguments, is_file);
}

// Returns the words that complete a command's arguments: the choices of the first argument that has
// choices. Empty if no argument has any.
std::vector<std::string> choices_of(const CommandManual& command) {
    for (const OptionManual& argument : command.arguments)
        if (!argument.choices.empty()) return argument.choices;
    return {};
}

// Writes the branches of a bash `case` that complete an option's value. The selector is "COMMAND
// OPTION".
std::string bash_values(const CommandManual& command) {
    std::map<std::string, std::string> patterns;  // options with the same values share a branch
    for (const OptionManual& option : command.options) {
        if (option.value.empty()) continue;
        const std::string offers =
            is_file(option) ? "files=1"
                            : fmt::format("words=\"{}\"", fmt::join(option.choices, " "));
        std::string& pattern = patterns[offers];
        for (const std::string& name : option.names)
            pattern += (pattern.empty() ? "\"" : " | \"") + command.name + " " + name + "\"";
    }
    std::string text;
    for (const auto& [offers, pattern] : patterns)
        text += fmt::format("    {}) {} ;;\n", pattern, offers);
    return text;
}

std::string bash_words(const std::string& pattern, const std::vector<std::string>& options,
                       const std::string& otherwise) {
    return fmt::format("    {}) if [[ $current == -* ]]; then words=\"{}\"; else {}; fi ;;\n",
                       pattern, fmt::join(options, " "), otherwise);
}

// Writes the completion script for bash. `-o default` lets bash complete file names itself, which
// handles spaces and ~.
std::string bash_completions(const CommandManual& manual) {
    std::string text = R"(# Completion of redraw for bash, made by `redraw completions bash`.
_redraw() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command= words= files= i
    # --option=value comes as three words.
    if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi
    done
    case "$command $previous" in
)";
    for (const CommandManual& command : manual.commands) text += bash_values(command);
    text += "    *) case \"$command\" in\n";
    text += bash_words("\"\"", names_of(manual.options),
                       fmt::format("words=\"{}\"", fmt::join(names_of(manual.commands), " ")));
    for (const CommandManual& command : manual.commands)
        text += bash_words(command.name, names_of(command.options),
                           wants_file(command)
                               ? "files=1"
                               : fmt::format("words=\"{}\"", fmt::join(choices_of(command), " ")));
    return text + R"(    esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ -z $files ]]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _redraw redraw
)";
}

// Returns the action with which zsh's _arguments completes a value: words, files, or nothing.
std::string zsh_action(const OptionManual& option) {
    return is_file(option)          ? "_files"
           : option.choices.empty() ? " "
                                    : fmt::format("({})", fmt::join(option.choices, " "));
}

// Writes options in the syntax of zsh's _arguments: '(-o --run)--run=[the run file]:FILE:_files'.
std::string zsh_options(const std::vector<OptionManual>& options) {
    std::string text;
    for (const OptionManual& option : options) {
        std::string help = find_and_replace(option.help, "\\", "\\\\");
        help = quoted(find_and_replace(find_and_replace(help, "[", "\\["), "]", "\\]"));
        for (const std::string& name : option.names) {
            text += fmt::format(" \\\n            '({}){}", fmt::join(option.names, " "), name);
            if (!option.value.empty() && name.starts_with("--")) text += "=";
            text += "[" + help + "]";
            if (!option.value.empty()) text += ":" + option.value + ":" + zsh_action(option);
            text += "'";
        }
    }
    return text;
}

std::string zsh_completions(const CommandManual& manual) {
    std::string text = R"(#compdef redraw
# Completion of redraw for zsh, made by `redraw completions zsh`.
_redraw() {
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C)";
    text += zsh_options(manual.options);
    text += R"( \
            '1: :->command' '*:: :->arguments' && return
    case $state in
    (command)
        local -a commands=(
)";
    for (const CommandManual& command : manual.commands)
        text += fmt::format("            '{}:{}'\n", command.name, quoted(command.help));
    text += R"(        )
        _describe -t commands command commands ;;
    (arguments)
        case $words[1] in
)";
    for (const CommandManual& command : manual.commands) {
        text += "        (" + command.name + ") _arguments" + zsh_options(command.options);
        for (const OptionManual& argument : command.arguments)
            text += fmt::format(" \\\n            '{}:{}:{}'", argument.required ? "" : ":",
                                argument.names.front(), zsh_action(argument));
        text += " ;;\n";
    }
    return text + R"(        esac ;;
    esac
}
# Autoloaded by compinit, this file is the function; read by `source`, it registers it.
if [[ $funcstack[1] == _redraw ]]; then _redraw "$@"; else compdef _redraw redraw; fi
)";
}

std::string fish_options(const std::string& condition, const std::vector<OptionManual>& options) {
    std::string text;
    for (const OptionManual& option : options) {
        text += "complete -c redraw -n '" + condition + "'";
        for (const std::string& name : option.names)
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (is_file(option))
            text += " -r -F";
        else if (!option.value.empty())
            text += " -x";
        if (!option.choices.empty())
            text += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
        text += " -d '" + quoted(find_and_replace(option.help, "\\", "\\\\")) + "'\n";
    }
    return text;
}

std::string fish_completions(const CommandManual& manual) {
    std::string text =
        "# Completion of redraw for fish, made by `redraw completions fish`.\n"
        "complete -c redraw -f\n";
    text += fish_options("__fish_use_subcommand", manual.options);
    for (const CommandManual& command : manual.commands) {
        text += fmt::format("complete -c redraw -n __fish_use_subcommand -a {} -d '{}'\n",
                            command.name, quoted(command.help));
        const std::string within = "__fish_seen_subcommand_from " + command.name;
        text += fish_options(within, command.options);
        if (wants_file(command)) text += "complete -c redraw -n '" + within + "' -F\n";
        if (const auto choices = choices_of(command); !choices.empty())
            text += fmt::format("complete -c redraw -n '{}' -a '{}'\n", within,
                                fmt::join(choices, " "));
    }
    return text;
}

}  // namespace

void add_completions(CLI::App& app) {
    const auto [command, asked] = add_command<CompletionsCommand>(
        app, "completions", "Print a completion script for a shell");
    asked.program = &app;
    command.add_option("SHELL", asked.shell, "the shell of the script")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
}

void CompletionsCommand::run() {
    const CommandManual manual = manual_of(*program);
    print_text(shell == "bash"  ? bash_completions(manual)
               : shell == "zsh" ? zsh_completions(manual)
                                : fish_completions(manual));
}

}  // namespace redraw
