#include "engine/system/shell_line.h"

#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace redraw {
namespace {

// Shell text that sets the variable n to a newline. Command substitution would strip a newline at
// the end of its output, so another character follows it and is removed afterwards.
constexpr std::string_view kNewline = "n=$(printf '\\n_'); n=${n%_}; ";

bool is_plain(std::string_view word) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/.,:@%+-";
    return !word.empty() && word.find_first_not_of(kPlain) == word.npos;
}

bool is_printable(char c) {
    return c >= ' ' && c <= '~';
}

std::string in_single_quotes(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text)
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    return quoted + "'";
}

std::string spelt(std::string_view bytes) {
    std::string octal;
    for (const char c : bytes) octal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    return "\"$(printf '" + octal + "')\"";
}

std::string shell_word(std::string_view word) {
    if (is_plain(word)) return std::string(word);
    if (display_name(word) == word) return in_single_quotes(word);
    std::string quoted;
    while (!word.empty()) {
        const auto end = [&](auto belongs) {
            return std::size_t(std::find_if_not(word.begin(), word.end(), belongs) - word.begin());
        };
        std::size_t length = 1;
        if (word[0] == '\n') {
            quoted += "\"$n\"";
        } else if (is_printable(word[0])) {
            length = end(is_printable);
            quoted += in_single_quotes(word.substr(0, length));
        } else {
            length = end([](char c) { return !is_printable(c) && c != '\n'; });
            quoted += spelt(word.substr(0, length));
        }
        word.remove_prefix(length);
    }
    return quoted;
}

}  // namespace

std::string shell_line(std::span<const std::string> words) {
    std::string line;
    bool newline = false;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        line += shell_word(word);
        newline |= word.find('\n') != word.npos;
    }
    return newline ? std::string(kNewline) + line : line;
}

}  // namespace redraw
