// Whether somebody holds a file over the window: GLFW tells of a drop only. It reads along in the
// XDND messages (freedesktop.org, "Drag-and-Drop Protocol for the X Window System", version 5) that
// reach the window on X11; elsewhere nothing is ever over it. UI thread only; there is one.
#pragma once

#include <memory>

namespace redraw {

class DragWatch {
public:
    // Of an X11 Display and Window, as GLFW has them; null: another window system.
    DragWatch(void* display, unsigned long window);
    ~DragWatch();
    DragWatch(const DragWatch&) = delete;
    DragWatch& operator=(const DragWatch&) = delete;

    // True when that has changed; to be asked after events were waited for.
    bool update();
    bool over() const { return over_; }

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    bool over_ = false;
};

}  // namespace redraw
