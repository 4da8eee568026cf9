#include "app/cli/manual.h"

#include "app/cli/print.h"

#include <algorithm>

namespace redraw {
namespace {

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        parts.push_back(text.substr(start, comma - start));
        start = comma + 1;
    }
    return parts;
}

OptionManual manual_of(const CLI::Option& option) {
    OptionManual manual;
    for (const std::string& name : option.get_snames()) manual.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) manual.names.push_back("--" + name);
    if (manual.names.empty()) manual.names.push_back(option.get_name(true));
    manual.help = option.get_description();
    manual.required = option.get_required();
    if (option.get_items_expected_max() == 0) return manual;
    // "TEXT:{auto,cpu,cuda}", "INT:INT in [1 - 100]": the type and its validator's text.
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

CommandManual manual_of_command(const CLI::App& command) {
    CommandManual manual{command.get_name(), command.get_description(), {}, {}};
    for (const CLI::Option* option : command.get_options())
        (option->nonpositional() ? manual.options : manual.arguments).push_back(manual_of(*option));
    return manual;
}

}  // namespace

Manual manual_of(const CLI::App& program) {
    Manual manual{manual_of_command(program), {}, program.get_footer()};
    for (const CLI::App* command : program.get_subcommands({}))
        manual.commands.push_back(manual_of_command(*command));
    return manual;
}

void CompletionsCommand::add_to(CLI::App& command) {
    program_ = command.get_parent();
    command.add_option("SHELL", shell, "the shell of the script")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
}

void CompletionsCommand::run() {
    const Manual manual = manual_of(*program_);
    print_text(shell == "bash"  ? bash_completions(manual)
               : shell == "zsh" ? zsh_completions(manual)
                                : fish_completions(manual));
}

// Added last, so that it knows the names of all other commands.
void ManCommand::add_to(CLI::App& command) {
    program_ = command.get_parent();
    std::vector<std::string> names;
    for (const CLI::App* other : program_->get_subcommands({})) names.push_back(other->get_name());
    command.add_option("COMMAND", about, "the page of this command; default: all commands")
        ->check(CLI::IsMember(names));
}

void ManCommand::run() {
    const Manual manual = manual_of(*program_);
    const auto command = std::ranges::find(manual.commands, about, &CommandManual::name);
    print_text(about.empty() ? man_page(manual) : man_page(manual, *command));
}

}  // namespace redraw
