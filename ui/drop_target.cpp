#include "ui/drop_target.h"

#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <cmath>

namespace redraw::ui {

void draw_drop_target(Ui& ui, const Rect& window) {
    if (!ui.view.dragged_over) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float inset = ui.px(8);
    const ImVec2 from{window.x0 + inset, window.y0 + inset};
    const ImVec2 to{window.x1 - inset, window.y1 - inset};
    list.AddRectFilled(window.min(), window.max(), with_alpha(ui.palette.accent, 0.16f));
    list.AddRect(from, to, ui.palette.accent, ui.px(8), 0, ui.px(4));

    read_out(ui, "drop target", window,
             "Let go here: what you hold is opened, and a picture learned.");

    constexpr const char* kWhat = "Drop it, and a network learns it";
    ImFont* font = ui.view.fonts.number;
    const ImVec2 text = text_size(font, kWhat), pad{ui.px(24), ui.px(14)};
    const ImVec2 at{std::floor((window.x0 + window.x1 - text.x) / 2),
                    std::floor((window.y0 + window.y1 - text.y) / 2)};
    list.AddRectFilled({at.x - pad.x, at.y - pad.y}, {at.x + text.x + pad.x, at.y + text.y + pad.y},
                       ui.palette.accent, ui.px(10));
    list.AddText(font, font->FontSize, at, ui.palette.on_accent, kWhat);
}

}  // namespace redraw::ui
