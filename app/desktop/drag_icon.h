// The small picture that follows the pointer while it is dragged: a window over all others. Owned
// by DragSource, on its thread.
#pragma once

#include "app/desktop/x_connection.h"

#include <cstdint>
#include <vector>

namespace redraw {

// Rows from the top; a pixel is 0xAARRGGBB, its alpha not looked at.
struct DragPicture {
    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels;
};

class DragIcon {
public:
    DragIcon(XConnection& to, const DragPicture& picture);
    ~DragIcon();
    DragIcon(const DragIcon&) = delete;
    DragIcon& operator=(const DragIcon&) = delete;

    void move(int x, int y);  // beside the pointer, which is there

private:
    XConnection& x_;
    xcb_window_t window_ = XCB_WINDOW_NONE;  // where the screen's pixels are of another kind: none
};

}  // namespace redraw
