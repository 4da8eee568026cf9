// The window, its OpenGL context and ImGui's: opened together, closed together. UI thread only.
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

// Turns what GLFW reports of mouse, keyboard and dropped files into events that wait for the
// window's frames. There is one, of the window.
class WindowInput {
public:
    explicit WindowInput(GLFWwindow* window);  // takes the window's callbacks
    ~WindowInput();
    WindowInput(const WindowInput&) = delete;
    WindowInput& operator=(const WindowInput&) = delete;

    void notice() { news_ = true; }
    bool take_news() { return std::exchange(news_, false); }  // since it was last asked
    bool waits() const { return !queue_.empty(); }
    void expect_field() { queue_.expect_field(); }
    std::vector<std::filesystem::path> take_drops() { return std::exchange(drops_, {}); }
    // Directly before ImGui::NewFrame(): the keys that this frame acts on.
    std::vector<ui::KeyPress> feed();

private:
    void add(ui::InputEvent event);
    void key(int key, int scancode, int action, int modifiers);

    ui::InputQueue queue_;
    std::map<int, ui::Key> held_;  // as they were when pressed: the layout may change meanwhile
    std::vector<std::filesystem::path> drops_;
    bool news_ = true;
};

class Window {
public:
    // `scale` 0: what the monitor asks for. Throws Error with the reason and the command line's
    // way, when there is no display or its OpenGL is too old.
    Window(const WindowPlace& place, float scale);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Sleeps until an event, wake(), or the time is over.
    void wait(double seconds);
    static void wake();  // any thread

    // Each reports what happened since it was last asked.
    bool take_input() { return input_->take_news(); }
    bool input_waits() const { return input_->waits(); }  // for the next frame
    void expect_field() { input_->expect_field(); }       // keys wait until it takes what is typed
    bool take_closing();
    // True if a text field wants what was copied: type() brings it, in a later frame.
    bool take_field_paste() { return std::exchange(field_paste_, false); }
    void type(const std::string& utf8);
    // Asks GLFW, which waits for the program that copied it: for window systems other than X11.
    std::string copied_text() const;
    std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
    std::vector<std::filesystem::path> take_drops() { return input_->take_drops(); }
    bool visible() const;
    bool away() const;  // the user works elsewhere: no focus, or minimised

    // Makes fonts and style anew if needed. `text` multiplies what the monitor asks for.
    void begin_frame(ui::ThemeKind theme, float text, const ui::Glyphs& glyphs, bool rebuild_fonts);
    void end_frame();

    ImVec2 size() const;
    float scale() const { return scale_; }
    const ui::Fonts& fonts() const { return fonts_; }
    bool fullscreen() const { return fullscreen_; }
    void toggle_fullscreen();
    void set_title(const std::string& title);
    WindowPlace place() const;
    // The portal's name of the window, as the parent of its dialogs; empty if there is none.
    std::string portal_name() const;

private:
    float wanted_scale() const;
    void make_fonts(const ui::Glyphs& glyphs);
    void bring_back();  // onto a monitor, when its own was taken away

    GLFWwindow* window_ = nullptr;
    float forced_scale_ = 0, scale_ = 0;
    ui::ThemeKind theme_ = ui::ThemeKind::dark;
    ui::Fonts fonts_;
    bool fullscreen_ = false;
    WindowPlace windowed_;  // where to go back to from full screen
    std::optional<WindowInput> input_;
    std::vector<ui::KeyPress> keys_;
    std::string title_;
    bool field_paste_ = false;
    std::string typed_;  // for the field; ImGui takes nothing while Ctrl is held
};

}  // namespace redraw
