#include "ui/kit/draw_thumbnail.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {

void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!thumbnail.there()) {
        list.AddRectFilled(at, {at.x + side, at.y + side}, ui.palette.well, ui.px(4));
        return;
    }
    const auto most = float(std::max(thumbnail.width, thumbnail.height));
    const float w = std::max(1.0f, side * float(thumbnail.width) / most);
    const float h = std::max(1.0f, side * float(thumbnail.height) / most);
    const ImVec2 a{std::floor(at.x + (side - w) / 2), std::floor(at.y + (side - h) / 2)};
    list.AddImageRounded(thumbnail.id, a, {a.x + std::floor(w), a.y + std::floor(h)}, {0, 0},
                         {1, 1}, IM_COL32_WHITE, ui.px(4));
    list.AddRect(a, {a.x + std::floor(w), a.y + std::floor(h)}, ui.palette.line, ui.px(4));
}

}  // namespace redraw::ui
