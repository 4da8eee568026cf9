#include "engine/text/address.h"

#include "engine/text/display_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace redraw {
namespace {

constexpr std::size_t kMostShown = 400;  // bytes
constexpr std::string_view kFile = "file://";

}  // namespace

bool is_address(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme == text.npos || scheme < 2 || !std::isalpha(static_cast<unsigned char>(text[0])))
        return false;
    return std::ranges::all_of(text.substr(0, scheme), [](unsigned char c) {
        return std::isalnum(c) || c == '+' || c == '-' || c == '.';
    });
}

std::optional<std::string> path_of_file_uri(std::string_view uri) {
    if (!uri.starts_with(kFile)) return {};
    uri.remove_prefix(kFile.size());
    const auto slash = uri.find('/');
    if (slash == uri.npos) return {};
    const std::string_view host = uri.substr(0, slash);
    if (!host.empty() && host != "localhost") return {};
    const std::string path = percent_decoded(uri.substr(slash));
    if (path.empty()) return {};
    return path;
}

std::string address_refused(std::string_view address) {
    const std::string name = excerpt(address, kMostShown);
    if (address.starts_with(kFile))
        return "Cannot open " + name + ": give the path alone, without file://";
    return "Cannot open " + name +
           ": it is an address, not a file on this computer; save the picture here first";
}

}  // namespace redraw
