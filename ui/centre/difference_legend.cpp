#include "ui/centre/difference_legend.h"

#include "engine/text/numbers.h"
#include "ui/centre/difference.h"
#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

namespace redraw {
namespace {

constexpr float kWidth = 236, kHeight = 82, kInset = 12;
constexpr int kGreatestGain = 32;

ImU32 opaque(std::uint32_t rgb) {
    return IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255);
}

void draw_scale(Ui& ui, const Rect& bar, bool with_sign) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto count = int(bar.width());
    for (int i = 0; i < count; ++i) {
        const float part = float(i) / float(count - 1);
        const float x = bar.x0 + float(i);
        list.AddRectFilled({x, bar.y0}, {x + 1, bar.y1},
                           opaque(with_sign ? signed_colour(2 * part - 1) : error_colour(part)));
    }
    list.AddRect(bar.min(), bar.max(), with_alpha(ui.palette.on_chip, 0.25f));
}

// A word of the legend that is on or off.
bool word(Ui& ui, const char* text, ImVec2 at, bool on) {
    ImFont* font = ui.view.fonts.small;
    const ImVec2 size = text_size(font, text);
    ImGui::SetCursorScreenPos({at.x - ui.px(4), at.y - ui.px(3)});
    const bool pressed = ImGui::InvisibleButton(text, {size.x + ui.px(8), size.y + ui.px(6)});
    const bool hot = ImGui::IsItemHovered();
    draw_text(ui, font, at, with_alpha(ui.palette.on_chip, on || hot ? 1.0f : 0.62f), text);
    if (on) {
        const float y = at.y + size.y + ui.px(2);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + size.x, y + ui.px(2)},
                                                  ui.palette.accent);
    }
    focus_ring(ui, text);
    return pressed;
}

void draw_numbers(Ui& ui, const Rect& bar, int gain, bool with_sign) {
    ImFont* font = ui.view.fonts.small;
    const float y = bar.y1 + ui.px(4);
    const std::string most = number(1.0 / gain);
    const auto put = [&](float part, const std::string& text) {
        const float x = bar.x0 + part * (bar.width() - text_size(font, text).x);
        draw_text(ui, font, {x, y}, ui.palette.on_chip, text);
    };
    put(0, with_sign ? "−" + most + " darker" : "0 same");
    if (with_sign) put(0.5f, "0");
    put(1, with_sign ? "lighter +" + most : most + " and more");
}

}  // namespace

void draw_difference_legend(Ui& ui, const Rect& pane) {
    bool& with_sign = ui.state.preferences.signed_difference;
    int& gain = ui.state.difference_gain;
    const float inset = ui.px(kInset);
    const Rect box{pane.x1 - ui.px(kWidth) - ui.px(10), pane.y1 - ui.px(kHeight) - ui.px(10),
                   pane.x1 - ui.px(10), pane.y1 - ui.px(10)};
    ImGui::GetWindowDrawList()->AddRectFilled(box.min(), box.max(), ui.palette.chip, ui.px(6));
    ImFont* font = ui.view.fonts.small;
    const float y = box.y0 + ui.px(10);

    float x = box.x0 + inset;
    if (word(ui, "Size", {x, y}, !with_sign)) with_sign = false;
    tooltip(ui,
            "How far the drawing is off, over all channels together, on a scale from 0 to 1. The "
            "lighter the colour, the larger the error.");
    x += text_size(font, "Size").x + ui.px(16);
    if (word(ui, "Direction", {x, y}, with_sign)) with_sign = true;
    tooltip(ui,
            "Amber where the drawing is lighter than what it is held against, blue where it is "
            "darker. Equally light colours differ equally.");
    const std::string gained = fmt::format("gain ×{}", gain);
    if (word(ui, gained.c_str(), {box.x1 - inset - text_size(font, gained).x, y}, false))
        gain = gain >= kGreatestGain ? 1 : gain * 2;
    tooltip(ui,
            fmt::format(
                "How much small errors are magnified: ×1 to ×{}, ×4 by default. Now an error of "
                "{} is the lightest colour. Click for the next.",
                kGreatestGain, number(1.0 / gain)));

    const Rect bar{box.x0 + inset, box.y0 + ui.px(38), box.x1 - inset, box.y0 + ui.px(50)};
    draw_scale(ui, bar, with_sign);
    draw_numbers(ui, bar, gain, with_sign);
}

}  // namespace redraw
