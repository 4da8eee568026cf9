// Addresses, as browsers and file managers write them (RFC 3986, RFC 8089). Pure functions, any
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw {

// "https://..." or "file:///...": a scheme, then "://".
bool is_address(std::string_view text);

// The absolute path that a file:// address of this machine names. Nothing for other addresses,
// another host, or a path that no file can have.
std::optional<std::string> path_of_file_uri(std::string_view uri);

}  // namespace redraw
