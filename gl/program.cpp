#include "gl/program.h"

#include "engine/error.h"
#include "gl/api.h"

namespace redraw::gl {

Program::Program(const std::string& source) {
    const GLuint shader = api.CreateShader(GL_COMPUTE_SHADER);
    const char* text = source.c_str();
    api.ShaderSource(shader, 1, &text, nullptr);
    api.CompileShader(shader);
    GLint done = 0;
    char log[256] = "";
    api.GetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (!done) api.GetShaderInfoLog(shader, sizeof log, nullptr, log);
    name_ = api.CreateProgram();
    if (done) {
        api.AttachShader(name_, shader);
        api.LinkProgram(name_);
        api.GetProgramiv(name_, GL_LINK_STATUS, &done);
        if (!done) api.GetProgramInfoLog(name_, sizeof log, nullptr, log);
    }
    api.DeleteShader(shader);
    if (done) return;
    api.DeleteProgram(name_);
    throw Error("The OpenGL driver cannot compile a kernel: " + std::string(log));
}

Program::~Program() {
    if (name_) api.DeleteProgram(name_);
}

}  // namespace redraw::gl
