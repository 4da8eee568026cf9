#include "ui/actions/pasted_path.h"

#include "engine/text/display_name.h"

#include <string>

namespace redraw::ui {
namespace {

constexpr std::size_t kLongestPath = 4095;  // bytes; PATH_MAX of Linux less the final NUL

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<std::string> path_of_line(std::string_view line, const std::filesystem::path& home) {
    if (line.size() >= 2 && line.front() == line.back() &&
        (line.front() == '"' || line.front() == '\''))
        line = line.substr(1, line.size() - 2);
    if (is_address(line)) return path_of_file_uri(line);
    if (std::filesystem::path(line).is_absolute()) return std::string(line);
    if (line.starts_with("~/") && !home.empty()) return (home / line.substr(2)).string();
    return {};
}

}  // namespace

std::optional<std::filesystem::path> pasted_path(std::string_view text,
                                                 const std::filesystem::path& home) {
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        const auto path = path_of_line(line, home);
        if (path && path->size() <= kLongestPath && path->find('\0') == path->npos) return path;
        text = end == text.npos ? std::string_view() : text.substr(end + 1);
    }
    return {};
}

}  // namespace redraw::ui
