#include "app/desktop/drag_icon.h"

namespace redraw {
namespace {

constexpr int kBeside = 14;  // pixels from the pointer, which must not be over it

}  // namespace

DragIcon::DragIcon(XConnection& to, const DragPicture& picture) : x_(to) {
    const xcb_screen_t& screen = x_.screen();
    if (screen.root_depth != 24 || picture.pixels.empty()) return;
    const auto width = std::uint16_t(picture.width), height = std::uint16_t(picture.height);
    const xcb_pixmap_t pixmap = xcb_generate_id(x_);
    xcb_create_pixmap(x_, screen.root_depth, pixmap, screen.root, width, height);
    const xcb_gcontext_t context = xcb_generate_id(x_);
    xcb_create_gc(x_, context, pixmap, 0, nullptr);
    xcb_put_image(x_, XCB_IMAGE_FORMAT_Z_PIXMAP, pixmap, context, width, height, 0, 0, 0,
                  screen.root_depth, std::uint32_t(picture.pixels.size() * 4),
                  reinterpret_cast<const std::uint8_t*>(picture.pixels.data()));
    window_ = xcb_generate_id(x_);
    const std::uint32_t values[] = {pixmap, 1};
    xcb_create_window(x_, XCB_COPY_FROM_PARENT, window_, screen.root, -width, -height, width,
                      height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen.root_visual,
                      XCB_CW_BACK_PIXMAP | XCB_CW_OVERRIDE_REDIRECT, values);
    const xcb_atom_t kind = x_.atom("_NET_WM_WINDOW_TYPE_DND");
    xcb_change_property(x_, XCB_PROP_MODE_REPLACE, window_, x_.atom("_NET_WM_WINDOW_TYPE"),
                        XCB_ATOM_ATOM, 32, 1, &kind);
    xcb_map_window(x_, window_);
    xcb_free_gc(x_, context);
    xcb_free_pixmap(x_, pixmap);
}

DragIcon::~DragIcon() {
    if (window_ != XCB_WINDOW_NONE) xcb_destroy_window(x_, window_);
}

void DragIcon::move(int x, int y) {
    if (window_ == XCB_WINDOW_NONE) return;
    const std::uint32_t values[] = {std::uint32_t(x + kBeside), std::uint32_t(y + kBeside),
                                    XCB_STACK_MODE_ABOVE};
    xcb_configure_window(x_, window_,
                         XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_STACK_MODE,
                         values);
}

}  // namespace redraw
