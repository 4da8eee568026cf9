#include "ui/centre/centre.h"

#include "ui/actions/action_controls.h"
#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"

namespace redraw::ui {
namespace {

// Draws the choice of view as a drop-down list, for windows too narrow for tabs. Returns its right
// edge.
float draw_view_choice(Ui& ui, ImVec2 at) {
    const CentreView& chosen = ui.centre_view();
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(1)});
    if (begin_choice(ui, "##view", menu_label(chosen.action), ui.px(134),
                     action_help(ui, chosen.action))) {
        for (const CentreView& tab : ui.views) {
            if (choice(ui, menu_label(tab.action), tab.mode == ui.state.centre.mode))
                perform(ui, tab.action);
            tooltip(ui, action_help(ui, tab.action));
        }
        ImGui::EndCombo();
    }
    return at.x + ui.px(134);
}

// Draws the view tabs; returns their right edge.
float draw_tabs(Ui& ui, ImVec2 at, float right) {
    float wanted = 0;
    for (const CentreView& tab : ui.views)
        wanted += text_size(ui.fonts.body, menu_label(tab.action)).x + ui.px(38);
    if (at.x + wanted > right) return draw_view_choice(ui, at);
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    for (const CentreView& tab : ui.views) {
        const float text = text_size(fonts.body, menu_label(tab.action)).x, height = ui.px(28);
        const float width = text + ui.px(36);
        ImGui::SetCursorScreenPos(at);
        if (ImGui::InvisibleButton(menu_label(tab.action), {width, height}))
            perform(ui, tab.action);
        const bool chosen = ui.state.centre.mode == tab.mode, hot = ImGui::IsItemHovered();
        if (chosen) {
            fill(box(at.x, at.y, width, height), p.field, ui.px(5));
            frame(box(at.x, at.y, width, height), p.line, ui.px(5));
        }
        const float x = at.x + ui.px(14);
        const std::string keys = keys_of(tab.action);
        draw_text(ui, fonts.body, {x, at.y + (height - fonts.body->FontSize) / 2},
                  chosen || hot ? p.text : p.muted, menu_label(tab.action));
        draw_text(ui, fonts.axis, {x + text + ui.px(7), at.y + ui.px(4)}, with_alpha(p.muted, 0.8f),
                  keys.size() == 1 ? keys : "");  // there is room for one letter only
        focus_ring(ui, menu_label(tab.action));
        tooltip(ui, action_help(ui, tab.action));
        at.x += width + ui.px(2);
    }
    return at.x;
}

// Draws the choice of reference, without its caption if space is short. Returns its right edge.
float draw_reference_choice(Ui& ui, ImVec2 at, float end) {
    if (!ui.centre_view().compares) return at.x;
    const Fonts& fonts = ui.fonts;
    const std::string head = "Compare with";
    const float label = text_size(fonts.body, head).x + ui.px(8);
    const float width = ui.px(118);
    at.x += ui.px(10);
    const std::string help = with_keys(
        "Compares the drawing with the picture, bicubic interpolation, a copy finished "
        "early or another run. {} shows the next. Default: the picture.",
        Action::next_reference);
    const bool named = end - at.x >= label + width;
    if (named) {
        read_out(ui, head, fonts.body, {at.x, at.y + (ui.px(28) - fonts.body->FontSize) / 2},
                 ui.palette.muted, head, help);
        at.x += label;
    }
    const float fits = std::min(width, end - at.x);
    if (fits < ui.px(60)) return at.x;
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(1)});
    const Reference shown = shown_reference(ui);
    if (begin_choice(ui, "##against", reference_view(ui, shown).name, fits, help)) {
        for (const Reference reference : references(ui))
            if (choice(ui, reference_view(ui, reference).name, reference == shown))
                ui.state.centre.reference = reference;
        ImGui::EndCombo();
    }
    return at.x + fits;
}

void draw_zoom(Ui& ui, const Rect& area, float row_end, double zoom) {
    const std::string text = fmt::format("zoom {:.0f} %", zoom * 100);
    ImFont* font = ui.fonts.body;
    const float fit = text_size(font, "fit").x, hundred = text_size(font, "100 %").x;
    const float dot = text_size(font, " · ").x;
    float x = area.x1 - ui.px(20) - fit;
    if (x - dot - hundred < row_end + ui.px(12)) return;
    const float y = area.y0 + ui.px(17);
    action_link(ui, Action::fit, "fit", "fit", {x, y});
    x -= dot + hundred;
    action_link(ui, Action::actual_size, "actual", "100 %", {x, y});
    const float mid = y + (ui.px(18) - font->FontSize) / 2;
    draw_text(ui, font, {x + hundred, mid}, ui.palette.muted, " · ");
    const float start = x - dot - text_size(font, text).x;
    if (start < row_end + ui.px(12)) return;
    draw_text(ui, font, {x - dot, mid}, ui.palette.muted, " · ");
    read_out(ui, "zoom", font, {start, mid}, ui.palette.muted, text,
             "At 100 %, each learned pixel is one screen pixel.");
}

}  // namespace

void draw_centre_tabs(Ui& ui, const Rect& area, double zoom) {
    const ImVec2 at{area.x0 + ui.px(20), area.y0 + ui.px(12)};
    const float tabs = draw_tabs(ui, at, area.x1 - ui.px(20));
    draw_zoom(ui, area, draw_reference_choice(ui, {tabs, at.y}, area.x1 - ui.px(20)), zoom);
}

}  // namespace redraw::ui
