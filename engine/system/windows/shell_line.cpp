#include "engine/system/shell_line.h"

namespace redraw {

// Files of Windows have no control characters or newlines in their names. A quoted program needs
// the call operator.
std::string shell_line(std::span<const std::string> words) {
    constexpr const char* kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_\\/.:%+-";
    std::string line;
    for (const std::string& word : words) {
        const bool plain = !word.empty() && word.find_first_not_of(kPlain) == word.npos;
        line += !line.empty() ? " " : plain ? "" : "& ";
        if (!plain) line += '\'';
        for (const char c : word) line += c == '\'' ? "''" : std::string(1, c);
        if (!plain) line += '\'';
    }
    return line;
}

}  // namespace redraw
