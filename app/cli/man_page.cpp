// The manual in roff, for man(1).
#include "app/cli/manual.h"
#include "engine/text/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redraw {
namespace {

// Escapes a line of text for roff: "-" stays a hyphen that can be copied, and a full stop or a
// quote at the start is no macro.
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

// "redraw fit [OPTIONS] PICTURE"
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

}  // namespace

std::string man_page(const Manual& manual) {
    std::string text = head("REDRAW", "redraw", manual.program.help);
    text += ".SH SYNOPSIS\n\\fBredraw\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH OPTIONS\n";
    text += entries(manual.program) + ".SH COMMANDS\n";
    for (const CommandManual& command : manual.commands)
        text += ".SS " + synopsis(command) + "\n" + sentence(command.help) + entries(command);
    return text + ".SH NOTES\n" + sentence(manual.notes);
}

std::string man_page(const Manual& manual, const CommandManual& command) {
    return head("REDRAW\\-" + roff(command.name), "redraw-" + command.name, command.help) +
           ".SH SYNOPSIS\n" + synopsis(command) + "\n.SH OPTIONS\n" + entries(command) +
           ".SH NOTES\n" + sentence(manual.notes) + ".SH SEE ALSO\n\\fBredraw\\fR(1)\n";
}

}  // namespace redraw
