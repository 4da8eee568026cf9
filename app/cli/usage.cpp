#include "app/cli/usage.h"

#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace redraw {
namespace {

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

}  // namespace

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
    return list + "redraw COMMAND --help says more of one.\n";
}

}  // namespace redraw
