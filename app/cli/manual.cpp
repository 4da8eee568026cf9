#include "app/cli/manual.h"
#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "app/cli/output.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace redraw {
namespace {

struct ManCommand {
    std::string about;  // name of the command to describe; empty: the page with all commands
    const CLI::App* program = nullptr;
    void run();
};

OptionManual manual_of_option(const CLI::Option& option) {
    OptionManual manual;
    for (const std::string& name : option.get_snames()) manual.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) manual.names.push_back("--" + name);
    if (manual.names.empty()) manual.names.push_back(option.get_name(true));
    manual.help = option.get_description();
    manual.required = option.get_required();
    if (option.get_items_expected_max() == 0) return manual;
    // Splits CLI11's text "TEXT:{auto,cpu,cuda}" or "INT:INT in [1 - 100]" into the type and the
    // allowed values.
    const std::string type = option.get_type_name();
    const std::size_t colon = std::min(type.find(':'), type.size());
    manual.value = type.substr(0, colon);
    manual.preset = option.get_default_str();
    const std::string allowed = type.substr(std::min(colon + 1, type.size()));
    if (allowed.starts_with('{') && allowed.ends_with('}'))
        manual.choices = split_at_commas(allowed.substr(1, allowed.size() - 2));
    else
        manual.limits = allowed;
    return manual;
}

bool is_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-';
}

std::string said_of_option(const CLI::App& command, const std::string& word, bool is_program) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back(name);
    const std::string option = word.substr(0, word.find('='));
    const std::size_t dashes = std::min(option.find_first_not_of('-'), option.size());
    const std::string meant = nearest(option.substr(dashes), names);
    const std::string owner = is_program ? "there is" : command.get_name() + " has";
    const std::string of = is_program ? "" : command.get_name() + " ";
    return fmt::format("{} no option {}{}", owner, excerpt(option),
                       meant.empty() ? "; redraw " + of + "--help lists them."
                                     : ", did you mean --" + meant + "?");
}

std::string said_of_command(const CLI::App& program, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({}))
        names.push_back(command->get_name());
    const std::string meant = nearest(lower(word), names);
    return fmt::format("no such command \"{}\"{}", excerpt(word),
                       meant.empty() ? "." : ", did you mean " + meant + "?");
}

// Escapes text for roff: keeps "-" a plain hyphen, and lets no line begin with a full stop or
// quote, which roff would read as a macro.
std::string roff(const std::string& text) {
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c == '\n' ? ' ' : c;
    }
    return escaped;
}

std::string sentence(const std::string& text) {
    return roff(capital(text)) + (text.ends_with('.') ? "\n" : ".\n");
}

std::string entry(const OptionManual& option) {
    std::string text = ".TP\n";
    for (const std::string& name : option.names)
        text += (&name == option.names.data() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
    if (!option.value.empty() && option.names.front().starts_with('-'))
        text += " \\fI" + option.value + "\\fR";
    text += "\n" + sentence(option.help);
    if (!option.choices.empty())
        text += sentence(fmt::format("One of {}", fmt::join(option.choices, ", ")));
    if (!option.limits.empty()) text += sentence(option.limits);
    if (!option.preset.empty()) text += sentence("default: " + option.preset);
    if (option.required && option.names.front().starts_with('-')) text += sentence("must be given");
    return text;
}

std::string entries(const CommandManual& command) {
    std::string text;
    for (const OptionManual& argument : command.arguments) text += entry(argument);
    for (const OptionManual& option : command.options) text += entry(option);
    return text;
}

// Returns a command's usage line: "redraw fit [OPTIONS] PICTURE".
std::string synopsis(const CommandManual& command) {
    std::string text = "\\fBredraw " + roff(command.name) + "\\fR [\\fIOPTIONS\\fR]";
    for (const OptionManual& argument : command.arguments)
        text += (argument.required ? " \\fI" : " [\\fI") + argument.names.front() +
                (argument.required ? "\\fR" : "\\fR]");
    return text;
}

std::string head(const std::string& title, const std::string& name, const std::string& help) {
    return fmt::format(".TH {} 1 \"\" \"redraw {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                       title, REDRAW_VERSION, roff(name), roff(help));
}

// Returns the manual page redraw(1) in roff, with a list of all commands.
std::string man_page(const CommandManual& manual) {
    std::string text = head("REDRAW", "redraw", manual.help);
    text += ".SH SYNOPSIS\n\\fBredraw\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH OPTIONS\n";
    text += entries(manual) + ".SH COMMANDS\n";
    for (const CommandManual& command : manual.commands)
        text += ".SS " + synopsis(command) + "\n" + sentence(command.help) + entries(command);
    return text + ".SH NOTES\n" + sentence(manual.notes);
}

// Returns the manual page redraw-COMMAND(1) in roff.
std::string man_page(const CommandManual& manual, const CommandManual& command) {
    return head("REDRAW\\-" + roff(command.name), "redraw-" + command.name, command.help) +
           ".SH SYNOPSIS\n" + synopsis(command) + "\n.SH OPTIONS\n" + entries(command) +
           ".SH NOTES\n" + sentence(manual.notes) + ".SH SEE ALSO\n\\fBredraw\\fR(1)\n";
}

}  // namespace

CommandManual manual_of(const CLI::App& command) {
    CommandManual manual{command.get_name(), command.get_description(), command.get_footer()};
    for (const CLI::Option* option : command.get_options())
        (option->nonpositional() ? manual.options : manual.arguments)
            .push_back(manual_of_option(*option));
    for (const CLI::App* below : command.get_subcommands({}))
        manual.commands.push_back(manual_of(*below));
    return manual;
}

// Adds the options of `redraw man`. Call after all other commands are added, because it offers
// their names.
void add_man(CLI::App& app) {
    const auto [command, asked] =
        add_command<ManCommand>(app, "man", "Print the manual page, in roff");
    asked.program = &app;
    std::vector<std::string> names;
    for (const CLI::App* other : app.get_subcommands({})) names.push_back(other->get_name());
    command.add_option("COMMAND", asked.about, "the command to describe; default: all commands")
        ->check(CLI::IsMember(names));
}

void ManCommand::run() {
    const CommandManual manual = manual_of(*program);
    const auto command = std::ranges::find(manual.commands, about, &CommandManual::name);
    print_text(about.empty() ? man_page(manual) : man_page(manual, *command));
}

std::string unknown_word(const CLI::App& program) {
    std::vector<const CLI::App*> asked{&program};
    for (const CLI::App* command : program.get_subcommands()) asked.push_back(command);
    for (const CLI::App* command : asked) {
        const std::vector<std::string> words = command->remaining();
        if (words.empty()) continue;
        const bool is_program = command == &program;
        const auto option = std::ranges::find_if(words, is_option);
        if (option != words.end()) return said_of_option(*command, *option, is_program);
        if (is_program) return said_of_command(program, words.front());
        return fmt::format("{}: \"{}\" is one argument too many.", command->get_name(),
                           excerpt(words.front()));
    }
    return "";
}

std::string repeated_option(const CLI::App& program) {
    for (const CLI::App* command : program.get_subcommands())
        for (const CLI::Option* option : command->get_options())
            if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw &&
                option->get_items_expected_max() == 1 && option->results().size() > 1)
                return fmt::format(
                    "{}: {} was given {} times; it takes one value.", command->get_name(),
                    option->get_lnames().empty() ? option->get_name()
                                                 : "--" + option->get_lnames().front(),
                    option->results().size());
    return "";
}

std::string command_list(const CLI::App& program) {
    std::string list = "The commands:\n";
    for (const CLI::App* command : program.get_subcommands({}))
        list += fmt::format("  {:<12}{}\n", command->get_name(), command->get_description());
    return list + "redraw COMMAND --help describes one command.\n";
}

}  // namespace redraw
