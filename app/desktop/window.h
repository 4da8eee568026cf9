// The studio's window with its OpenGL context and ImGui's context, which are opened and closed
// together. UI thread only.
#pragma once

#include "app/desktop/window_place.h"
#include "engine/error.h"
#include "ui/kit/input_queue.h"
#include "ui/state/keys.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;
namespace redraw {

// Receives GLFW's mouse, keyboard and drop events in a queue, from which each frame takes some.
// Owned by the window.
class WindowInput {
public:
    explicit WindowInput(GLFWwindow* window);  // installs callbacks in the window
    ~WindowInput();
    WindowInput(const WindowInput&) = delete;
    WindowInput& operator=(const WindowInput&) = delete;

    void notice() { news_ = true; }
    // Returns true if there was any input, or a notice(), since the last call.
    bool take_news() { return std::exchange(news_, false); }
    bool waits() const { return !queue_.empty(); }
    void expect_field() { queue_.expect_field(); }
    std::vector<std::filesystem::path> take_drops() { return std::exchange(drops_, {}); }
    // Passes the next events to ImGui and returns the keys that this frame must handle. Call
    // directly before ImGui::NewFrame(). `pixels`: per unit of GLFW's mouse, 1 but on Wayland.
    std::vector<ui::KeyPress> feed(float pixels);

private:
    void add(ui::InputEvent event);
    void key(int key, int scancode, int action, int modifiers);

    ui::InputQueue queue_;
    // Keys held down, by GLFW key code: the layout may change before the release.
    std::map<int, ui::Key> held_;
    std::vector<std::filesystem::path> drops_;
    bool news_ = true;
    float pixels_ = 1;  // per unit of GLFW
};

class Window {
public:
    // `scale`: scale of text and layout; 0: the monitor's. Throws Error (no_window) without a
    // display, or if its OpenGL is too old; the message suggests the command line. `shares`: opens
    // OpenGL by EGL if possible, so that the OpenGL backend can share its buffers with the window;
    // resets of the GPU are then reported if the driver can.
    Window(const WindowPlace& place, float scale, bool shares = false);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Sleeps until an event arrives, wake() is called, or the time is over.
    void wait(double seconds);
    static void wake();  // callable from any thread

    // The take_...() functions return what has happened since their last call.
    bool take_input() { return input_->take_news(); }
    // True if events are left for the next frame.
    bool input_waits() const { return input_->waits(); }
    // Delays key events until a text field that is about to get the keyboard focus has it.
    void expect_field() { input_->expect_field(); }
    bool take_closing();
    // Returns true if the user pressed the paste key in a text field. Pass the clipboard's text to
    // type() in a later frame.
    bool take_field_paste() { return std::exchange(field_paste_, false); }
    void type(const std::string& utf8);
    // Returns the clipboard's text by GLFW, which waits for the program that copied it. Used on
    // window systems other than X11.
    std::string copied_text() const;
    std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
    std::vector<std::filesystem::path> take_drops() { return input_->take_drops(); }
    bool visible() const;
    bool away() const;  // the window has no keyboard focus or is minimised

    // Begins a frame, and rebuilds fonts and style if needed. `text`: a factor on the monitor's
    // scale.
    void begin_frame(ui::ThemeKind theme, float text, const ui::Glyphs& glyphs, bool rebuild_fonts);
    void end_frame();
    // Seconds from an image of the primary monitor to the next; 0: not known.
    double refresh_seconds() const;
    bool lost() const;  // the GPU was reset, and the window shows nothing any more

    ImVec2 size() const;  // in pixels, as the mouse's position
    float scale() const { return scale_; }
    const ui::Fonts& fonts() const { return fonts_; }
    bool fullscreen() const { return fullscreen_; }
    void toggle_fullscreen();
    void set_title(const std::string& title);
    WindowPlace place() const;
    GLFWwindow* handle() const { return window_; }

private:
    float wanted_scale() const;
    void make_fonts(const ui::Glyphs& glyphs);
    void bring_back();  // moves the window onto a monitor after its own was unplugged

    GLFWwindow* window_ = nullptr;
    float forced_scale_ = 0, scale_ = 0;
    int monitor_rows_ = 0;  // height of the primary monitor, in pixels
    ui::ThemeKind theme_ = ui::ThemeKind::dark;
    ui::Fonts fonts_;
    bool fullscreen_ = false;
    WindowPlace windowed_;  // position and size to restore after full screen
    std::optional<WindowInput> input_;
    std::vector<ui::KeyPress> keys_;
    std::string title_;
    bool field_paste_ = false;
    // Text still to be passed to the focused field, because ImGui drops text while Ctrl is held.
    std::string typed_;
};

}  // namespace redraw
