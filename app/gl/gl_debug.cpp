#include "app/gl/gl_debug.h"

#include <glad/gl.h>

#include <cstdlib>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kMostErrors = 100;  // nobody may be asking

bool listening = false;
std::vector<std::string> errors;

void GLAD_API_PTR hear(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text,
                       const void*) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
    if (errors.size() < kMostErrors) errors.emplace_back(text);
}

}  // namespace

bool gl_debug_asked() {
    const char* value = std::getenv("REDRAW_GL_DEBUG");
    return value && *value;
}

void listen_to_gl() {
    if (!gl_debug_asked() || !GLAD_GL_KHR_debug) return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // on this thread, while the call is being made
    glDebugMessageCallback(hear, nullptr);
    listening = true;
}

bool listening_to_gl() {
    return listening;
}

std::vector<std::string> take_gl_errors() {
    return std::exchange(errors, {});
}

}  // namespace redraw
