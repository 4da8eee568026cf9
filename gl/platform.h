// How the system opens OpenGL without a window: by EGL, or on Windows by WGL and a hidden window.
// Any thread. Displays and contexts are EGL's, or device contexts and contexts of WGL.
#pragma once

#include <string>
#include <vector>

namespace redraw::gl {

// Returns in one clause why there is no OpenGL ("libEGL is not installed"); or empty.
std::string why_no_opengl();
// The functions below may be called only where there is OpenGL.

// Lists the displays to try: one without a surface, one per graphics device, the desktop's.
std::vector<void*> displays();
// Creates an OpenGL 4.3 core context on a display; null if that fails. Asks for reports of resets
// and for low priority, so that training gives way to the desktop, if the driver has them.
// `window`: the context to share buffers with, or null.
void* create_context(void* display, void* window);
void destroy_context(void* display, void* context);

// What is current on a thread; a null context: nothing. Null surfaces: none is needed.
struct Binding {
    void *display = nullptr, *draw = nullptr, *read = nullptr, *context = nullptr;
};
Binding binding();
bool bind(const Binding& binding);

using Function = void (*)();
Function function_named(const char* name);  // needs a current context; null if it is missing

}  // namespace redraw::gl
