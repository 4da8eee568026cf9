// Something dragged out of the window into another program, which GLFW does not know: it may be
// held before it is ready, and let go, and is handed over once it is. XDND on a connection of its
// own, whose thread follows the mouse. X11 only. Owned by the window; called on the UI thread.
#pragma once

#include "app/desktop/drag_icon.h"
#include "app/desktop/selection.h"

#include <memory>
#include <string>
#include <vector>

namespace redraw {

class DragSource {
public:
    // Of an X11 Display and Window, as GLFW has them.
    DragSource(void* display, unsigned long window);
    ~DragSource();
    DragSource(const DragSource&) = delete;
    DragSource& operator=(const DragSource&) = delete;

    // The mouse's first button is held: GLFW does not hear any more of that. At most three types,
    // what is liked best first. False where there is no server to tell.
    bool begin(std::vector<std::string> types, DragPicture picture);
    // What is dragged, whether it was let go already or not.
    void provide(std::vector<OfferedForm> forms);
    // It is not to be had, or Escape was pressed.
    void cancel();
    bool held() const;

private:
    class Connection;
    void* display_;
    unsigned long window_, hand_ = 0, refused_ = 0;  // the last two are cursors
    std::unique_ptr<Connection> connection_;         // from the first drag on
};

}  // namespace redraw
