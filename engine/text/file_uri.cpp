#include "engine/text/file_uri.h"

#include <algorithm>
#include <cstddef>

namespace redraw {
namespace {

constexpr std::string_view kFile = "file://";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

bool is_address(std::string_view text) {
    const std::string_view scheme = text.substr(0, std::min(text.find("://"), text.size()));
    return scheme.size() < text.size() && !scheme.empty() && is_letter(scheme.front()) &&
           std::ranges::all_of(scheme, [](char c) {
               return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
           });
}

std::optional<std::string> path_of_file_uri(std::string_view uri) {
    if (!uri.starts_with(kFile)) return {};
    uri.remove_prefix(kFile.size());
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
    if (path.find('\0') != path.npos) return {};
    return path;
}

}  // namespace redraw
