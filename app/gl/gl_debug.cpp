#include "app/gl/gl_debug.h"

#include <glad/gl.h>

#include <cstdlib>

namespace redraw {
namespace {

// Most errors kept, which bounds the memory if no test reads them.
constexpr std::size_t kMostErrors = 100;

std::optional<std::vector<std::string>> errors;  // absent: errors are not collected

void GLAD_API_PTR hear(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text,
                       const void*) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
    if (errors->size() < kMostErrors) errors->emplace_back(text);
}

}  // namespace

bool gl_debug_asked() {
    const char* value = std::getenv("REDRAW_GL_DEBUG");
    return value && *value;
}

void listen_to_gl() {
    if (!gl_debug_asked() || !GLAD_GL_KHR_debug) return;
    errors.emplace();
    glEnable(GL_DEBUG_OUTPUT);
    // Makes the driver report an error on this thread, during the call that caused it.
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(hear, nullptr);
}

std::optional<std::vector<std::string>> take_gl_errors() {
    auto taken = errors;
    if (errors) errors->clear();
    return taken;
}

}  // namespace redraw
