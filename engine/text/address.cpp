#include "engine/text/address.h"

#include "engine/text/display_name.h"

#include <algorithm>
#include <cctype>

namespace redraw {
namespace {

constexpr std::size_t kMostShown = 400;  // bytes

}  // namespace

bool is_address(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme == text.npos || scheme < 2 || !std::isalpha(static_cast<unsigned char>(text[0])))
        return false;
    return std::ranges::all_of(text.substr(0, scheme), [](unsigned char c) {
        return std::isalnum(c) || c == '+' || c == '-' || c == '.';
    });
}

std::string address_refused(std::string_view address) {
    const std::string name = excerpt(address, kMostShown);
    if (address.starts_with("file://"))
        return "Cannot open " + name + ": give the path alone, without file://";
    return "Cannot open " + name +
           ": it is an address, not a file on this computer; save the picture here first";
}

}  // namespace redraw
