#include "ui/kit/plot_label.h"

#include "ui/kit/widgets.h"

#include <algorithm>
#include <utility>

namespace redraw {

float plot_label_height(const Ui& ui) {
    return ui.px(22);
}

void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge) {
    ImFont* font = ui.view.fonts.small;
    text = shortened(font, std::move(text), plot.width() - ui.px(20));
    const float width = text_size(font, text).x + ui.px(20), height = plot_label_height(ui);
    const float left = std::clamp(x - width / 2, plot.x0, std::max(plot.x0, plot.x1 - width));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({left, y}, {left + width, y + height}, ui.palette.panel, ui.px(4));
    list.AddRect({left, y}, {left + width, y + height}, edge, ui.px(4), 0,
                 std::max(1.0f, std::floor(ui.view.scale)));
    draw_text(ui, font, {left + ui.px(10), y + (height - font->FontSize) / 2}, ui.palette.text,
              text);
}

void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text) {
    plot_label(ui, plot, x, plot.y1 + ui.px(2), text, ui.palette.line);
}

}  // namespace redraw
