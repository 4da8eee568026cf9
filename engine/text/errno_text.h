// Why the operating system refused, as the end of a sentence: "no space left on device".
#pragma once

#include <string>

namespace redraw {

std::string errno_text(int error);

}  // namespace redraw
