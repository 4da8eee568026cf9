// Collects OpenGL's error messages for tests, which set the environment variable REDRAW_GL_DEBUG
// and read the errors in the frame log. Off without it. UI thread only.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace redraw {

bool gl_debug_asked();  // the window's context then has to be a debug context
// Listens to the current context; does nothing unless asked for, or if the driver lacks KHR_debug.
void listen_to_gl();
// Returns the errors since it was last asked; nothing if it does not listen.
std::optional<std::vector<std::string>> take_gl_errors();

}  // namespace redraw
