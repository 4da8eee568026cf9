#include "app/studio/snapshot.h"

#include "app/library/read_fonts.h"
#include "engine/error.h"
#include "ui/time/time_panels.h"

#include <glad/gl.h>

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>

namespace redraw {
namespace {

constexpr float kLarger = 2;

// A temporary ImGui context with its own fonts, so that the window's context is not affected.
class ScopedImGuiContext {
public:
    ScopedImGuiContext() : before_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
        ImGui::SetCurrentContext(own_);
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplOpenGL3_Init("#version 330");
    }
    ~ScopedImGuiContext() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext(own_);
        ImGui::SetCurrentContext(before_);
    }
    ScopedImGuiContext(const ScopedImGuiContext&) = delete;
    ScopedImGuiContext& operator=(const ScopedImGuiContext&) = delete;

private:
    ImGuiContext *before_, *own_;
};

// An OpenGL framebuffer to paint to, not visible in the window.
class Framebuffer {
public:
    Framebuffer(int width, int height) {
        glGenFramebuffers(1, &buffer_);
        glGenRenderbuffers(1, &pixels_);
        glBindRenderbuffer(GL_RENDERBUFFER, pixels_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glBindFramebuffer(GL_FRAMEBUFFER, buffer_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels_);
    }
    ~Framebuffer() {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDeleteRenderbuffers(1, &pixels_);
        glDeleteFramebuffers(1, &buffer_);
    }
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;
    bool complete() const {
        return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }

private:
    GLuint buffer_ = 0, pixels_ = 0;
};

Image read_pixels(int width, int height) {
    Image image = make_image(width, height, 3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_FLOAT, image.values.data());
    // Flips the picture, because OpenGL's first row is the bottom one.
    for (int y = 0; y < height / 2; ++y)
        std::swap_ranges(image.row(y), image.row(y + 1), image.row(height - 1 - y));
    return image;
}

}  // namespace

Image curves_picture(const ui::UiState& state, ui::View view) {
    const ImVec2 size{state.curves.size.x * kLarger, state.curves.size.y * kLarger};
    const int width = int(size.x), height = int(size.y);
    if (width < 1 || height < 1) throw Error("There are no learning curves to export yet.");
    const ScopedImGuiContext beside;
    const Framebuffer canvas(width, height);
    if (!canvas.complete())
        throw Error(
            "The learning curves could not be drawn: the graphics card refuses a picture "
            "of that size.");
    view.window = size;
    view.scale *= kLarger;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    view.fonts = ui::load_fonts(atlas, view.scale, state.glyphs, read_fonts(!state.glyphs.empty()));
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
    align_digits(view.fonts);
#endif
    ui::apply_theme(state.preferences.theme, view.scale);
    ImGui::GetIO().DisplaySize = size;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ui::UiState drawn = state;
    ui::draw_curves_picture(drawn, view);
    ImGui::Render();
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return read_pixels(width, height);
}

}  // namespace redraw
