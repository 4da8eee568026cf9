// As in a URL: ASCII only.
#pragma once

#include <string>
#include <string_view>

namespace redraw {

// Letters, digits, / . - _ and ~ stay as they are; any other byte becomes %XX.
std::string percent_encoded(std::string_view text);

}  // namespace redraw
