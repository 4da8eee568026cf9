#include "ui/centre/pane.h"

#include "ui/actions/against.h"
#include "ui/centre/difference_legend.h"
#include "ui/centre/readout.h"
#include "ui/kit/walk.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// A texture where its grid lies in the pane.
void draw_texture(Ui& ui, const Texture& texture, const Rect& pane, const Placement& placement) {
    if (!texture.there()) return;
    const Image& target = *ui.status.target;
    const PaneRect r = rect_of(texture.grid, placement, picture_grid(target.width, target.height));
    ImGui::GetWindowDrawList()->AddImage(
        texture.id, {std::round(pane.x0 + r.min.x), std::round(pane.y0 + r.min.y)},
        {std::round(pane.x0 + r.max.x), std::round(pane.y0 + r.max.y)});
}

void draw_network(Ui& ui, const Rect& pane, const Placement& placement) {
    draw_texture(ui, ui.view.backdrop, pane, placement);
    draw_texture(ui, ui.view.drawing, pane, placement);
}

void draw_against(Ui& ui, const Rect& pane, const Placement& placement) {
    for (const Texture* texture : reference(ui, against_shown(ui)).textures)
        if (texture) draw_texture(ui, *texture, pane, placement);
}

void draw_wipe_line(Ui& ui, const Rect& pane) {
    float& wipe = ui.state.wipe;
    const float x = std::round(pane.x0 + wipe * pane.width());
    ImGui::SetCursorScreenPos({x - ui.px(8), pane.y0});
    ImGui::InvisibleButton("wipe", {ui.px(16), pane.height()});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsItemActive())
        wipe = std::clamp((ImGui::GetIO().MousePos.x - pane.x0) / pane.width(), 0.02f, 0.98f);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) wipe = 0.5f;
    focus_ring(ui, "wipe");
    if (const Arrows arrows = take_arrows(ui))
        wipe = std::clamp(wipe + 0.05f * float(arrows.x), 0.02f, 0.98f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, pane.y0}, {x, pane.y1}, ui.palette.accent, ui.px(2));
    const ImVec2 grip{x, std::round((pane.y0 + pane.y1) / 2)};
    list.AddCircleFilled(grip, ui.px(9), ui.palette.accent);
    const float r = ui.px(3);
    for (const float side : {-1.0f, 1.0f})
        list.AddTriangleFilled({grip.x + side * r * 2, grip.y},
                               {grip.x + side * r * 0.6f, grip.y - r},
                               {grip.x + side * r * 0.6f, grip.y + r}, ui.palette.on_accent);
}

// No wider than `width`: names of runs can be long.
void label(Ui& ui, ImVec2 at, const std::string& text, float width) {
    picture_chip(ui, at, shortened(ui.view.fonts.small, text, width - ui.px(20)));
}

}  // namespace

void draw_pane(Ui& ui, const Pane& pane) {
    const Rect& rect = pane.rect;
    const Image& target = *ui.status.target;
    const ImVec2 size{rect.width(), rect.height()};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(rect.min(), rect.max(), ui.palette.well, ui.px(5));
    const bool wiping = pane.against && pane.drawing;
    const Placement placement = place(ui.state.canvas, size, target.width, target.height);
    list.PushClipRect(rect.min(), rect.max(), true);
    const float split = std::round(rect.x0 + ui.state.wipe * rect.width());
    if (pane.against) draw_against(ui, rect, placement);
    if (pane.drawing) {
        if (wiping) {
            list.PushClipRect({split, rect.y0}, rect.max(), true);
            list.AddRectFilled({split, rect.y0}, rect.max(), ui.palette.well);
        }
        draw_network(ui, rect, placement);
        if (wiping) list.PopClipRect();
    }
    if (pane.difference) draw_texture(ui, ui.view.difference, rect, placement);
    const float edge = ui.px(10), room = rect.width() - 2 * edge;
    if (wiping) {
        draw_wipe_line(ui, rect);
        const std::string right =
            shortened(ui.view.fonts.small, pane.right_label, room / 2 - ui.px(24));
        picture_chip(
            ui, {rect.x1 - text_size(ui.view.fonts.small, right).x - ui.px(30), rect.y0 + edge},
            right);
    }
    label(ui, {rect.x0 + edge, rect.y0 + edge}, pane.label, wiping ? room / 2 - ui.px(4) : room);
    if (pane.difference) draw_difference_legend(ui, rect);
    list.PopClipRect();
}

void handle_pane_mouse(Ui& ui, const Rect& pane, const char* id) {
    const Image& target = *ui.status.target;
    const ImVec2 size{pane.width(), pane.height()};
    ImGui::SetCursorScreenPos(pane.min());
    ImGui::InvisibleButton(id, size);
    name_control(ui, id);
    const ImGuiIO& io = ImGui::GetIO();
    Canvas& canvas = ui.state.canvas;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        canvas = zoom_about(canvas, size, target.width, target.height,
                            {io.MousePos.x - pane.x0, io.MousePos.y - pane.y0},
                            std::pow(1.25, io.MouseWheel));
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2)) {
        canvas = pan(canvas, size, target.width, target.height, io.MouseDelta);
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
        draw_readout(ui, pane, place(canvas, size, target.width, target.height));
}

}  // namespace redraw
