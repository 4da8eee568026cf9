// Collects OpenGL's error messages for tests, which set the environment variable REDRAW_GL_DEBUG
// and read the errors in the frame log. Without the variable, nothing is collected. UI thread only.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace redraw {

bool gl_debug_asked();  // if true, the window needs an OpenGL debug context
// Starts collecting the errors of the current OpenGL context. Does nothing without REDRAW_GL_DEBUG,
// or if the driver lacks KHR_debug.
void listen_to_gl();
// Returns the errors since the last call; absent if errors are not collected.
std::optional<std::vector<std::string>> take_gl_errors();

}  // namespace redraw
