// Recognises addresses given in place of a path: https://, smb://, mtp://, file://.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw {

// Whether it begins with SCHEME://, as no path does.
bool is_address(std::string_view text);
// The absolute path that a file:// address of this machine names (RFC 8089). Empty for other
// addresses, another host, or a path that no file can have.
std::optional<std::string> path_of_file_uri(std::string_view uri);
// One sentence why the whole address is not opened. For a file:// address it says how to name the
// file instead.
std::string address_refused(std::string_view address);

}  // namespace redraw
