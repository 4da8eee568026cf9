// Web, network and device addresses given where a path was meant: https://, smb://, mtp://.
#pragma once

#include <string>
#include <string_view>

namespace redraw {

// SCHEME://, as no path begins that anybody writes.
bool is_address(std::string_view text);
// Why it is not opened, in one sentence that names all of it. Of a file:// address it says how the
// same file is named.
std::string address_refused(std::string_view address);

}  // namespace redraw
