// A picture that another program copied. GLFW's clipboard carries text only, so this asks the X
// server on a connection of its own, which is gone when the function returns.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace redraw {

// The encoded picture (PNG if its owner has one). Nothing when no picture was copied, when there is
// no X server, or when the owner does not answer within two seconds.
std::optional<std::vector<std::byte>> copied_picture();

}  // namespace redraw
