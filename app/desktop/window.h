// The window, its OpenGL context and ImGui's context, opened and closed together. UI thread only.
#pragma once

#include "app/desktop/window_place.h"
#include "ui/kit/input_queue.h"
#include "ui/look/fonts.h"
#include "ui/look/theme.h"
#include "ui/state/keys.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;
namespace redraw {

// Turns GLFW's mouse, keyboard and drop events into a queue that the window's frames consume. The
// window owns the only instance.
class WindowInput {
public:
    explicit WindowInput(GLFWwindow* window);  // sets the window's callbacks
    ~WindowInput();
    WindowInput(const WindowInput&) = delete;
    WindowInput& operator=(const WindowInput&) = delete;

    void notice() { news_ = true; }
    // Returns true after input since the last call.
    bool take_news() { return std::exchange(news_, false); }
    bool waits() const { return !queue_.empty(); }
    ui::Key held() const { return queue_.held(); }
    void expect_field() { queue_.expect_field(); }
    std::vector<std::filesystem::path> take_drops() { return std::exchange(drops_, {}); }
    // Passes events to ImGui and returns the keys for this frame. Call directly before
    // ImGui::NewFrame().
    std::vector<ui::KeyPress> feed();

private:
    void add(ui::InputEvent event);
    void key(int key, int scancode, int action, int modifiers);

    ui::InputQueue queue_;
    std::map<int, ui::Key> held_;  // keys by code as pressed: the layout may change before release
    std::vector<std::filesystem::path> drops_;
    bool news_ = true;
};

class Window {
public:
    // `scale` 0: the monitor's scale. Throws Error without a display or if its OpenGL is too old.
    // The message suggests the command line.
    Window(const WindowPlace& place, float scale);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Sleeps until an event, wake(), or the end of the time.
    void wait(double seconds);
    static void wake();  // callable from any thread

    // These functions report what happened since their last call.
    bool take_input() { return input_->take_news(); }
    bool input_waits() const { return input_->waits(); }  // events wait for the next frame
    // Holds key events back until a text field is ready to take them.
    void expect_field() { input_->expect_field(); }
    bool take_closing();
    // Returns true if a text field wants to paste; pass the text to type() in a later frame.
    bool take_field_paste() { return std::exchange(field_paste_, false); }
    void type(const std::string& utf8);
    // Reads the clipboard by GLFW, which waits for the program that owns it. Used on window systems
    // other than X11.
    std::string copied_text() const;
    std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
    ui::Key held_key() const { return input_->held(); }
    std::vector<std::filesystem::path> take_drops() { return input_->take_drops(); }
    bool visible() const;
    bool away() const;  // the window has no focus or is minimised

    // Begins a frame and rebuilds fonts and style if needed. `text` multiplies the monitor's scale.
    void begin_frame(ui::ThemeKind theme, float text, const ui::Glyphs& glyphs, bool rebuild_fonts);
    void end_frame();

    ImVec2 size() const;
    float scale() const { return scale_; }
    const ui::Fonts& fonts() const { return fonts_; }
    bool fullscreen() const { return fullscreen_; }
    void toggle_fullscreen();
    void set_title(const std::string& title);
    WindowPlace place() const;
    // Returns the window's name for desktop portals, so that dialogs open above it; empty if there
    // is none.
    std::string portal_name() const;

private:
    float wanted_scale() const;
    void make_fonts(const ui::Glyphs& glyphs);
    void bring_back();  // moves the window when its monitor was unplugged

    GLFWwindow* window_ = nullptr;
    float forced_scale_ = 0, scale_ = 0;
    ui::ThemeKind theme_ = ui::ThemeKind::dark;
    ui::Fonts fonts_;
    bool fullscreen_ = false;
    WindowPlace windowed_;  // the place to restore after full screen
    std::optional<WindowInput> input_;
    std::vector<ui::KeyPress> keys_;
    std::string title_;
    bool field_paste_ = false;
    std::string typed_;  // text for the focused field; ImGui drops it while Ctrl is held
};

}  // namespace redraw
