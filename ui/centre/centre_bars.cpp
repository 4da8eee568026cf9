#include "ui/centre/centre.h"

#include "ui/actions/action_controls.h"
#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/readout.h"
#include "ui/kit/fields.h"

#include <tuple>

namespace redraw::ui {
namespace {

constexpr float kChoice = 124, kRow = 28;  // layout units

// Draws the button that opens and closes the left panel. Returns its right edge.
float draw_panel_button(Ui& ui, const Rect& row) {
    const float side = row.height(), inset = ui.px(7);
    const Rect place = box(row.x0, row.y0, side, side);
    action_button_at(ui, Action::side_panel, "panel", "", ButtonStyle::bare, place);
    const Rect icon{place.x0 + inset, place.y0 + inset, place.x1 - inset, place.y1 - inset};
    frame(icon, ui.palette.muted, ui.px(2), ui.px(1.5f));
    const Rect part{icon.x0, icon.y0, icon.x0 + std::floor(icon.width() / 3), icon.y1};
    if (ui.panel_open()) fill(part, ui.palette.muted, ui.px(2));
    fill({part.x1, part.y0, part.x1 + ui.hair(), part.y1}, ui.palette.muted);
    return place.x1;
}

// Draws views as a drop-down list: those that compare the drawing, or all where the window is too
// narrow for tabs. Shows the view that is chosen or was chosen last. Returns its right edge.
float draw_view_choice(Ui& ui, ImVec2 at, bool all) {
    CentreState& centre = ui.state.centre;
    if (ui.centre_view().compares) centre.compared_by = centre.mode;
    const bool chosen = all || ui.centre_view().compares;
    const CentreView& shown =
        *std::ranges::find(ui.views, chosen ? centre.mode : centre.compared_by, &CentreView::mode);
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(1)});
    if (begin_choice(ui, "##view", menu_label(shown.action), ui.px(kChoice),
                     "How the drawing is shown: alone, under a line to drag, beside what it is "
                     "compared with, or as the difference.")) {
        for (const CentreView& tab : ui.views) {
            if (!all && !tab.compares) continue;
            if (choice(ui, menu_label(tab.action), tab.mode == centre.mode))
                perform(ui, tab.action);
            tooltip(ui, action_help(ui, tab.action));
        }
        ImGui::EndCombo();
    }
    return at.x + ui.px(kChoice);
}

// Draws the views: the ones that compare as a list, and a tab for each other one. Returns their
// right edge.
float draw_tabs(Ui& ui, ImVec2 at, float right) {
    float wanted = ui.px(kChoice);
    for (const CentreView& tab : ui.views)
        if (!tab.compares) wanted += text_size(ui.fonts.body, menu_label(tab.action)).x + ui.px(26);
    const bool all = at.x + wanted > right;
    at.x = draw_view_choice(ui, at, all);
    if (all) return at.x;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    at.x += ui.px(6);
    for (const CentreView& tab : ui.views) {
        if (tab.compares) continue;
        const float text = text_size(fonts.body, menu_label(tab.action)).x, height = ui.px(kRow);
        const float width = text + ui.px(24);
        ImGui::SetCursorScreenPos(at);
        if (ImGui::InvisibleButton(menu_label(tab.action), {width, height})) {
            const bool leave = ui.state.centre.mode == tab.mode;  // a second click goes back
            if (leave)
                ui.state.centre.mode = ui.state.centre.compared_by;
            else
                perform(ui, tab.action);
        }
        const bool chosen = ui.state.centre.mode == tab.mode, hot = ImGui::IsItemHovered();
        if (chosen) {
            fill(box(at.x, at.y, width, height), p.field, ui.px(5));
            frame(box(at.x, at.y, width, height), p.line, ui.px(5));
        }
        draw_text(ui, fonts.body, {at.x + ui.px(12), at.y + (height - fonts.body->FontSize) / 2},
                  chosen || hot ? p.text : p.muted, menu_label(tab.action));
        focus_ring(ui, menu_label(tab.action));
        tooltip(ui, action_help(ui, tab.action));
        at.x += width + ui.px(2);
    }
    return at.x;
}

// Draws the choice of what the drawing is compared with. Returns its right edge.
float draw_reference_choice(Ui& ui, ImVec2 at, float end) {
    bool alone = ui.state.centre.mode == ViewMode::drawing;
    alone &= shown_reference(ui) == Reference::picture;
    alone &= ui.status.compared_runs.empty();
    if (!ui.centre_view().compares || alone) return at.x;
    at.x += ui.px(8);
    const float width = std::min(ui.px(118), end - at.x);
    if (width < ui.px(60)) return at.x;
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(1)});
    const Reference shown = shown_reference(ui);
    if (begin_choice(ui, "##against", reference_view(ui, shown).name, width,
                     with_keys("Compares the drawing with the picture, bicubic interpolation or "
                               "another run. {} shows the next. Default: the picture.",
                               Action::next_reference))) {
        for (const Reference reference : references(ui))
            if (choice(ui, reference_view(ui, reference).name, reference == shown))
                ui.state.centre.reference = reference;
        ImGui::EndCombo();
    }
    return at.x + width;
}

// Draws the zoom, unless the whole picture is shown, with links to the whole picture and to 100 %.
void draw_zoom(Ui& ui, const Rect& row, double zoom) {
    if (ui.state.centre.canvas.zoom == 0) return;
    ImFont* font = ui.fonts.body;
    const std::string text = fmt::format("{:.0f} %", zoom * 100);
    const float gap = ui.px(14), y = row.top_of(ui.px(18));
    float x = row.x1;
    for (const auto& [action, id, label] : {std::tuple{Action::fit, "fit", "Fit"},
                                            std::tuple{Action::actual_size, "actual", "100 %"}}) {
        x -= text_size(font, label).x;
        if (x < row.x0) return;
        action_link(ui, action, id, label, {x, y});
        x -= gap;
    }
    x -= text_size(font, text).x;
    if (x >= row.x0)
        read_out(ui, "zoom", font, {x, row.top_of(font->FontSize)}, ui.palette.text, text,
                 "At 100 %, each learned pixel is one screen pixel.");
}

}  // namespace

void draw_centre_tabs(Ui& ui, const Rect& area, double zoom) {
    Rect row{area.x0 + ui.px(12), area.y0 + ui.px(5), area.x1 - ui.px(20),
             area.y0 + ui.px(5 + kRow)};
    row.x0 = draw_panel_button(ui, row) + ui.px(8);
    row.x0 = draw_tabs(ui, row.min(), row.x1);
    row.x0 = draw_reference_choice(ui, row.min(), row.x1) + ui.px(16);
    if (!draw_pixel_line(ui, row)) draw_zoom(ui, row, zoom);
}

}  // namespace redraw::ui
