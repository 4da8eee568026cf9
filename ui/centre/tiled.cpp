#include "ui/centre/centre.h"

#include "engine/text/numbers.h"
#include "ui/actions/keymap.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/pane.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace redraw::ui {
namespace {

Rect rect_in(const Texture& texture, const Rect& pane, const Placement& placement,
             const Grid& picture) {
    const PaneRect r = rect_of(texture.grid, placement, picture);
    return {std::round(pane.x0 + r.min.x), std::round(pane.y0 + r.min.y),
            at_least_one(pane.x0 + r.min.x, pane.x0 + r.max.x),
            at_least_one(pane.y0 + r.min.y, pane.y0 + r.max.y)};
}

// Draws the whole only where the closer view does not cover it: a CPU that draws the window has to
// fill every pixel.
void draw_both(const Texture& whole, const Texture& closer, const Rect& pane,
               const Placement& placement, const Grid& picture) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect under = rect_in(whole, pane, placement, picture);
    if (!closer.there() || closer.id == whole.id) {
        if (whole.there()) list.AddImage(whole.id, under.min(), under.max());
        return;
    }
    const Rect over = rect_in(closer, pane, placement, picture);
    const float x0 = std::clamp(over.x0, pane.x0, pane.x1),
                x1 = std::clamp(over.x1, pane.x0, pane.x1),
                y0 = std::clamp(over.y0, pane.y0, pane.y1),
                y1 = std::clamp(over.y1, pane.y0, pane.y1);
    for (const Rect& strip :
         {Rect{pane.x0, pane.y0, pane.x1, y0}, Rect{pane.x0, y1, pane.x1, pane.y1},
          Rect{pane.x0, y0, x0, y1}, Rect{x1, y0, pane.x1, y1}}) {
        if (!whole.there() || strip.x0 >= strip.x1 || strip.y0 >= strip.y1) continue;
        list.PushClipRect(strip.min(), strip.max(), true);
        list.AddImage(whole.id, under.min(), under.max());
        list.PopClipRect();
    }
    list.AddImage(closer.id, over.min(), over.max());
}

std::string label(const TiledPicture& tiled) {
    std::string text = fmt::format("{} × {} pixels in {} tiles", thousands(tiled.width),
                                   thousands(tiled.height), thousands(tiled.tiles));
    if (tiled.not_drawn > 0)
        text += fmt::format(", {} not learned yet", thousands(tiled.not_drawn));
    return text;
}

void handle_mouse(Ui& ui, const Rect& pane, const Grid& picture) {
    ImGui::SetCursorScreenPos(pane.min());
    ImGui::InvisibleButton("tiles", pane.size());
    name_control(ui, "tiles");
    explain_when_asked(ui,
                       "What the networks of the tiles draw together. The wheel zooms, dragging "
                       "pans; what is gray has no network yet.");
    const ImGuiIO& io = ImGui::GetIO();
    Canvas& canvas = ui.state.centre.canvas;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        canvas = zoom_about(canvas, pane.size(), picture.width, picture.height,
                            {io.MousePos.x - pane.x0, io.MousePos.y - pane.y0},
                            std::pow(1.25, io.MouseWheel));
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2)) return;
    canvas = pan(canvas, pane.size(), picture.width, picture.height, io.MouseDelta);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void draw_zoom(Ui& ui, const Rect& row, const Grid& picture) {
    Canvas& canvas = ui.state.centre.canvas;
    const ImVec2 pane = ui.state.centre.pane;
    ImGui::SetCursorScreenPos(row.min());
    if (button(ui, "whole", "Whole picture", ButtonStyle::plain, {ui.px(120), row.height()}))
        canvas = {};
    tooltip(ui, "Fits the picture into the window. The wheel zooms, dragging pans.");
    ImGui::SetCursorScreenPos({row.x0 + ui.px(128), row.y0});
    if (button(ui, "pixels", "100 %", ButtonStyle::plain, {ui.px(72), row.height()}))
        canvas = set_zoom(canvas, pane, picture.width, picture.height, 1);
    tooltip(ui, "A pixel of the picture is a pixel of the screen.");
    const float width = ui.px(132);
    ImGui::SetCursorScreenPos({row.x1 - width, row.y0});
    if (button(ui, "export", "Export picture…", ButtonStyle::quiet, {width, row.height()}))
        perform(ui, Action::export_picture);
    tooltip(ui, action_help(ui, Action::export_picture));
    const double zoom = place(canvas, pane, picture.width, picture.height).zoom;
    const std::string text = fmt::format("{:.{}f} %", 100 * zoom, zoom < 0.1 ? 1 : 0);
    ImFont* font = ui.view.fonts.body;
    draw_text(ui, font, {row.x0 + ui.px(216), std::floor((row.y0 + row.y1 - font->FontSize) / 2)},
              ui.palette.muted, text);
}

}  // namespace

void draw_tiled(Ui& ui, const Rect& area) {
    const TiledPicture& tiled = *ui.status.tiled;
    const Grid picture = picture_grid(tiled.width, tiled.height);
    const float pad = ui.px(20), top = ui.px(50);
    const Rect pane{area.x0 + pad, area.y0 + top, area.x1 - pad, area.y1 - ui.px(12)};
    ui.state.centre.pane = pane.size();
    const Canvas& canvas = ui.state.centre.canvas;
    const Placement placement = place(canvas, pane.size(), picture.width, picture.height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(pane.min(), pane.max(), ui.palette.well, ui.px(5));
    list.PushClipRect(pane.min(), pane.max(), true);
    draw_both(ui.view.backdrop, ui.view.drawing, pane, placement, picture);
    const float edge = ui.px(10);
    picture_chip(ui, {pane.x0 + edge, pane.y0 + edge},
                 shortened(ui.view.fonts.small, label(tiled), pane.width() - 4 * edge));
    if (!tiled.why.empty())
        picture_chip(ui, {pane.x0 + edge, pane.y0 + edge + ui.px(28)},
                     shortened(ui.view.fonts.small, tiled.why, pane.width() - 4 * edge));
    list.PopClipRect();
    ui.requests.view.region = visible_region(canvas, pane.size(), picture);
    draw_zoom(ui, {pane.x0, area.y0 + ui.px(11), pane.x1, area.y0 + ui.px(39)}, picture);
    handle_mouse(ui, pane, picture);
}

}  // namespace redraw::ui
