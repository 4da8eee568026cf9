// A network as a fragment shader, compiled and run by OpenGL (Mesa's, where there is no card): it
// draws what the CPU draws.
#include "engine/error.h"
#include "engine/export/network_code.h"
#include "tests/gpu/egl_context.h"
#include "tests/support/cpu_backends.h"

#include <glad/gl.h>

using namespace redraw_test;

namespace {

constexpr int kWidth = 24, kHeight = 16;

std::unique_ptr<EglContext> open_gl() {
    for (int index = 0;; ++index) {
        std::string why;
        auto context = EglContext::make(index, why);
        if (!context) break;
        if (why.empty() && gladLoadGL(EglContext::function)) return context;
    }
    MESSAGE("SKIP: there is no OpenGL without a window here");
    return nullptr;
}

unsigned compiled(unsigned kind, const char* source) {
    const unsigned shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    int done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    char log[1024] = {};
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    INFO(log);
    REQUIRE(done);
    return shader;
}

std::vector<float> drawn_by(const std::string& fragment) {
    constexpr const char* kWhole =
        "#version 330 core\nvoid main() { vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1); "
        "gl_Position = vec4(at * 4. - 1., 0., 1.); }\n";
    unsigned texture = 0, target = 0, array = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kWidth, kHeight, 0, GL_RGBA, GL_FLOAT, nullptr);
    glGenFramebuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    const unsigned program = glCreateProgram();
    glAttachShader(program, compiled(GL_VERTEX_SHADER, kWhole));
    glAttachShader(program, compiled(GL_FRAGMENT_SHADER, fragment.c_str()));
    glLinkProgram(program);
    int linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    REQUIRE(linked);
    glUseProgram(program);
    glUniform2f(glGetUniformLocation(program, "resolution"), kWidth, kHeight);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glViewport(0, 0, kWidth, kHeight);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<float> rgba(std::size_t(kWidth) * kHeight * 4);
    glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_FLOAT, rgba.data());
    REQUIRE(glGetError() == GL_NO_ERROR);
    return rgba;
}

void check_shader(const NetworkSpec& network, int channels) {
    const auto parameters = random_parameters(network, channels);
    const auto backend = backend_of(InstructionSet::scalar, network, {}, channels, nullptr, 1);
    backend->load(fresh_state(parameters, Optimizer::adam));
    const Grid grid = picture_grid(kWidth, kHeight);
    const Image wanted = backend->render(grid, whole(grid), {})->on_host();
    const auto seen = drawn_by(
        fragment_shader({network, channels, parameters, "a picture", double(kWidth) / kHeight}));
    float worst = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {  // OpenGL's first row is the lowest
            const float* pixel = &seen[(std::size_t(kHeight - 1 - y) * kWidth + x) * 4];
            for (int c = 0; c < channels; ++c)
                worst = std::fmax(worst, std::fabs(pixel[c] - wanted.row(y)[x * channels + c]));
            if (channels == 1) CHECK(pixel[1] == pixel[0]);
            if (channels < 4) CHECK(pixel[3] == 1);
        }
    CHECK(worst < 2e-3);
}

}  // namespace

TEST_CASE("a shader draws what the network draws") {
    const auto context = open_gl();
    if (!context) return;
    for (const Activation activation : kActivations)
        for (const int channels : {1, 3, 4}) {
            CAPTURE(name_of(activation));
            CAPTURE(channels);
            check_shader(network_of({13, 8, 6}, activation), channels);
            check_shader(network_of({5}, activation, OutputMap::sigmoid), channels);
        }
    check_shader(encoded(network_of({9, 14}, Activation::sine), Encoding::fourier), 3);
}

TEST_CASE("what does not fit into a shader is refused in a sentence") {
    const NetworkSpec wide = network_of({150, 150}, Activation::sine);
    CHECK_THROWS_AS(fragment_shader({wide, 1, random_parameters(wide, 1), "", 1}), Error);
    const NetworkSpec grid = encoded(network_of({8}, Activation::relu), Encoding::grid);
    CHECK_THROWS_AS(fragment_shader({grid, 1, random_parameters(grid, 1), "", 1}), Error);
}
