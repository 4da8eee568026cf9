// Web, network and device addresses given where a path was meant: https://, smb://, mtp://.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw {

// SCHEME://, as no path begins that anybody writes.
bool is_address(std::string_view text);
// The absolute path that a file:// address of this machine names (RFC 8089). Nothing for other
// addresses, another host, or a path that no file can have.
std::optional<std::string> path_of_file_uri(std::string_view uri);
// Why it is not opened, in one sentence that names all of it. Of a file:// address it says how the
// same file is named.
std::string address_refused(std::string_view address);

}  // namespace redraw
