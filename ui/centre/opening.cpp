#include "ui/centre/centre.h"

#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

void draw_picture(Ui& ui, const Rect& rect) {
    const Texture& texture = ui.view.opening;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(rect.min(), rect.max(), ui.palette.well, ui.px(5));
    read_out(ui, "reading", rect,
             "The picture that was opened. It is being read; the network begins then.");
    const Placement at = place({}, rect.size(), texture.width, texture.height);
    const ImVec2 from{rect.x0 + float(at.x), rect.y0 + float(at.y)};
    list.AddImage(texture.id, from,
                  {at_least_one(from.x, from.x + float(at.zoom) * float(texture.width)),
                   at_least_one(from.y, from.y + float(at.zoom) * float(texture.height))});
    picture_chip(ui, {rect.x0 + ui.px(10), rect.y0 + ui.px(10)},
                 shortened(ui.view.fonts.small, ui.status.opening, rect.width() - ui.px(40)));
}

}  // namespace

bool opening_is_seen(const Ui& ui) {
    return ui.view.opening.there() && !ui.status.opening.empty();
}

void draw_opening(Ui& ui, const Rect& whole) {
    if (ui.state.centre.mode != ViewMode::side_by_side) {
        draw_picture(ui, whole);
        picture_chip(ui, {whole.x0 + ui.px(10), whole.y1 - ui.px(36)}, "Reading…");
        return;
    }
    const std::vector<Rect> panes = panes_of(ui, whole, 2, 1);
    const Rect& right = panes.back();
    draw_picture(ui, panes.front());
    ImGui::GetWindowDrawList()->AddRectFilled(right.min(), right.max(), ui.palette.well, ui.px(5));
    draw_centred(ui, ui.view.fonts.number, right, ui.palette.muted, "Reading…");
}

}  // namespace redraw::ui
