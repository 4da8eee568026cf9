// Turns what GLFW reports of mouse, keyboard and dropped files into events that wait for the
// window's frames. There is one, of the window; UI thread only.
#pragma once

#include "ui/kit/input_queue.h"

#include <filesystem>
#include <map>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace redraw {

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

}  // namespace redraw
