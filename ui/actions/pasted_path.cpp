#include "ui/actions/pasted_path.h"

#include <string>

namespace redraw::ui {
namespace {

constexpr std::size_t kLongestPath = 4095;  // bytes; PATH_MAX of Linux

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// RFC 8089: file://HOST/PATH, where no host and localhost mean this machine.
std::optional<std::string> path_of_uri(std::string_view uri) {
    const auto slash = uri.find('/');
    if (slash == uri.npos) return {};
    const std::string_view host = uri.substr(0, slash);
    if (!host.empty() && host != "localhost") return {};
    std::string path;
    for (std::size_t i = slash; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            path += uri[i];
            continue;
        }
        if (i + 2 >= uri.size()) return {};
        const int high = hex_digit(uri[i + 1]), low = hex_digit(uri[i + 2]);
        if (high < 0 || low < 0 || high + low == 0) return {};  // no path holds a zero
        path += char(high * 16 + low);
        i += 2;
    }
    return path;
}

std::optional<std::string> path_of_line(std::string_view line, const std::filesystem::path& home) {
    constexpr std::string_view kScheme = "file://";
    if (line.size() >= 2 && line.front() == line.back() &&
        (line.front() == '"' || line.front() == '\''))
        line = line.substr(1, line.size() - 2);
    if (line.starts_with(kScheme)) return path_of_uri(line.substr(kScheme.size()));
    if (line.starts_with("/")) return std::string(line);
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
