#include "app/desktop/window.h"

#include "app/gl/gl_debug.h"
#include "app/library/read_fonts.h"
#include "engine/error.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace redraw {
namespace {

// Largest scale of text, so that the font atlas fits into a texture of common graphics cards.
constexpr float kLargestScale = 5;

std::string last_glfw_error;

[[noreturn]] void refuse(const std::string& reason) {
    glfwTerminate();  // frees GLFW and closes the window
    throw Error(Error::Kind::no_window,
                "The studio needs a display with OpenGL 3.3: " + reason +
                    ". The command line does the same without one: redraw fit PICTURE.");
}

// Wayland's desktops scale a window's units; elsewhere they are pixels.
bool on_wayland() {
#ifdef GLFW_PLATFORM_WAYLAND
    return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
    return false;
#endif
}

std::string reason_or(const char* otherwise) {
    return last_glfw_error.empty() ? otherwise : last_glfw_error;
}

// Returns the areas of all monitors, the primary monitor first.
std::vector<MonitorArea> monitor_areas() {
    std::vector<MonitorArea> areas;
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        MonitorArea area;
        glfwGetMonitorWorkarea(monitors[i], &area.x, &area.y, &area.width, &area.height);
        float x = 1, y = 1;  // Wayland's units of windows, unlike those of monitors, are scaled.
        if (on_wayland()) glfwGetMonitorContentScale(monitors[i], &x, &y);
        area.width = int(float(area.width) / x), area.height = int(float(area.height) / y);
        if (area.width > 0 && area.height > 0) areas.push_back(area);
    }
    return areas;
}

Window* the_window = nullptr;  // the only window, for GLFW's monitor callback

GLFWvidmode primary_mode() {  // all zeros: the mode is not known
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    return mode ? *mode : GLFWvidmode{};
}

// Moves and resizes a saved window place so that it fits the monitors. A window without a size, or
// smaller than 640 x 480, gets the default size.
WindowPlace fitting(WindowPlace place, float forced_scale) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    float scale = 1, scale_y = 1;
    if (monitor && !on_wayland()) glfwGetMonitorContentScale(monitor, &scale, &scale_y);
    scale = forced_scale > 0 ? forced_scale
                             : legible_scale(sane_scale(scale, scale_y), primary_mode().height);
    if (place.width < 640 || place.height < 480) {
        place.width = int(1440 * scale);
        place.height = int(900 * scale);
    }
    return within_sight(place, monitor_areas());
}

}  // namespace

Window::Window(const WindowPlace& wanted, float scale, bool shares) : forced_scale_(scale) {
    glfwSetErrorCallback([](int, const char* text) { last_glfw_error = text; });
// GLFW 3.4 and later: prefers X11 to Wayland, because some versions crash when files are dragged
// over a Wayland window. Without Wayland its library also prints an error.
#ifdef GLFW_PLATFORM
    if ((std::getenv("DISPLAY") || !std::getenv("XDG_RUNTIME_DIR")) &&
        glfwPlatformSupported(GLFW_PLATFORM_X11))
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (!glfwInit()) refuse(reason_or("no display was found"));
    const WindowPlace place = windowed_ = fitting(wanted, scale);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, gl_debug_asked() ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_MAXIMIZED, place.maximised ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "redraw-studio");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "redraw-studio");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "redraw-studio");
#endif
    // With `shares`, tries EGL with reports of GPU resets, then EGL without, then the native API.
    for (int attempt = shares ? 0 : 2; attempt < 3 && !window_; ++attempt) {
        glfwWindowHint(GLFW_CONTEXT_CREATION_API,
                       attempt < 2 ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS,
                       attempt == 0 ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
        window_ = glfwCreateWindow(place.width, place.height, "Redraw", nullptr, nullptr);
    }
    if (!window_) refuse(reason_or("it cannot open a window"));
    glfwMakeContextCurrent(window_);
    if (!gladLoadGL(glfwGetProcAddress)) refuse("its functions cannot be loaded");
    listen_to_gl();
    glfwSwapInterval(on_wayland() ? 0 : 1);  // Wayland lets a hidden window wait without end.
    if (place.x >= 0 && place.y >= 0) glfwSetWindowPos(window_, place.x, place.y);
    glfwSetWindowSizeLimits(window_, 640, 480, GLFW_DONT_CARE, GLFW_DONT_CARE);
    input_.emplace(window_);
    the_window = this;
    glfwSetMonitorCallback([](GLFWmonitor*, int event) {
        if (!the_window) return;
        the_window->monitor_rows_ = primary_mode().height;
        if (event == GLFW_DISCONNECTED) the_window->bring_back();
    });
    monitor_rows_ = primary_mode().height;

    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    // ImGui shall write no file: all preferences are in the XDG folder.
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().LogFilename = nullptr;
    // `false`: ImGui installs no callbacks; input comes from input_.
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    // Tells ImGui that the mouse is in the window; else it would query the position from GLFW.
    ImGui_ImplGlfw_CursorEnterCallback(window_, 1);
    ImGui::GetIO().GetClipboardTextFn = [](void*) -> const char* {
        the_window->field_paste_ = true;
        return nullptr;
    };
    ImGui_ImplOpenGL3_Init("#version 330");
    glfwShowWindow(window_);
}

Window::~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    the_window = nullptr;
    glfwTerminate();
}

void Window::wait(double seconds) {
    if (seconds <= 0)
        glfwPollEvents();
    else
        glfwWaitEventsTimeout(seconds);
}

void Window::type(const std::string& utf8) {
    typed_ += utf8;
    input_->notice();
}

std::string Window::copied_text() const {
    const char* text = glfwGetClipboardString(window_);
    return text ? text : "";
}

void Window::wake() {
    glfwPostEmptyEvent();
}

bool Window::visible() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return width > 0 && height > 0 && !glfwGetWindowAttrib(window_, GLFW_ICONIFIED);
}

bool Window::away() const {
    return !glfwGetWindowAttrib(window_, GLFW_FOCUSED) || !visible();
}

bool Window::take_closing() {
    const bool closing = glfwWindowShouldClose(window_);
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return closing;
}

float Window::wanted_scale() const {
    if (forced_scale_ > 0) return forced_scale_;
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    const float wanted = legible_scale(sane_scale(x, y), monitor_rows_);
    return std::clamp(std::round(wanted * 8) / 8, 0.5f, 4.0f);
}

void Window::make_fonts(const ui::Glyphs& glyphs) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
#endif
    atlas.Clear();
    fonts_ = ui::load_fonts(atlas, scale_, glyphs, read_fonts(!glyphs.empty()));
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
    align_digits(fonts_);
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void Window::begin_frame(ui::ThemeKind theme, float text, const ui::Glyphs& glyphs,
                         bool rebuild_fonts) {
    const float wanted = std::min(wanted_scale() * text, kLargestScale);
    rebuild_fonts |= scale_ != wanted;
    scale_ = wanted;
    if (rebuild_fonts) make_fonts(glyphs);
    if (rebuild_fonts || theme != theme_) ui::apply_theme(theme, scale_);
    theme_ = theme;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    keys_ = input_->feed(io.DisplayFramebufferScale.x);  // the keys that this frame handles
    io.DisplaySize = size();  // Lays out in pixels, so that text is sharp where units are larger.
    io.DisplayFramebufferScale = {1, 1};
    if (!io.WantTextInput) typed_.clear();  // no text field has the keyboard focus any more
    if (!io.KeyCtrl) io.AddInputCharactersUTF8(std::exchange(typed_, {}).c_str());
    ImGui::NewFrame();
}

void Window::end_frame() {
    ImGui::Render();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glViewport(0, 0, width, height);
    const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(palette_of(theme_).window);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_);
}

double Window::refresh_seconds() const {
    const int rate = primary_mode().refreshRate;
    return rate > 0 ? 1.0 / rate : 0;
}

bool Window::lost() const {
    // Without GL_KHR_robustness, resets are not reported; nor to contexts that did not ask for it.
    static const auto status = reinterpret_cast<GLenum (*)()>(
        glfwExtensionSupported("GL_KHR_robustness") ? glfwGetProcAddress("glGetGraphicsResetStatus")
                                                    : nullptr);
    return status && status() != GL_NO_ERROR;
}

ImVec2 Window::size() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {float(width), float(height)};
}

void Window::toggle_fullscreen() {
    if (fullscreen_) {
        glfwSetWindowMonitor(window_, nullptr, std::max(0, windowed_.x), std::max(0, windowed_.y),
                             windowed_.width, windowed_.height, GLFW_DONT_CARE);
    } else {
        windowed_ = place();
        GLFWmonitor* monitor = glfwGetPrimaryMonitor();
        const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
        if (!mode) return;
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    fullscreen_ = !fullscreen_;
}

void Window::bring_back() {
    input_->notice();
    const WindowPlace before = place(), after = within_sight(before, monitor_areas());
    if (fullscreen_ || before == after) return;
    glfwSetWindowPos(window_, after.x, after.y);
    glfwSetWindowSize(window_, after.width, after.height);
}

void Window::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

WindowPlace Window::place() const {
    if (fullscreen_) return windowed_;
    WindowPlace place;
    if (!on_wayland()) glfwGetWindowPos(window_, &place.x, &place.y);
    glfwGetWindowSize(window_, &place.width, &place.height);
    place.maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
    return place;
}

}  // namespace redraw
