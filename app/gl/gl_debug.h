// Collects OpenGL error messages for tests. Tests set the environment variable REDRAW_GL_DEBUG and
// read the errors in the frame log. Does nothing without the variable. UI thread only.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace redraw {

bool gl_debug_asked();  // if true, the window needs a debug context
// Starts collecting errors of the current context. Does nothing if not requested, or if the driver
// lacks KHR_debug.
void listen_to_gl();
// Returns the errors since the last call; nothing if errors are not collected.
std::optional<std::vector<std::string>> take_gl_errors();

}  // namespace redraw
