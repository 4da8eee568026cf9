#include "ui/time/curves_head.h"

#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kWord = 18, kSlider = 64;  // layout units; kWord: gap between two words

struct Legend {
    std::string name;
    const char *brief, *help;
    bool Preferences::*shown;
    ImU32 colour;
    bool dashed;
};

float legend_width(const Ui& ui, const std::string& name) {
    return ui.px(20) + text_size(ui.fonts.small, name).x;
}

void draw_mark(Ui& ui, ImVec2 at, ImU32 colour, bool dashed) {
    if (dashed)
        draw_dashed({at, {at.x + ui.px(13), at.y}}, colour, ui.px(3), ui.px(2), ui.px(1.5f));
    else
        fill({at.x, at.y - ui.px(1), at.x + ui.px(13), at.y + ui.px(1)}, colour, 1);
}

void draw_legend(Ui& ui, ImVec2 at, const Legend& legend, const std::string& name) {
    bool& shown = ui.state.preferences.*legend.shown;
    ImFont* font = ui.fonts.small;
    const float width = legend_width(ui, name);
    ImGui::SetCursorScreenPos({at.x, at.y - ui.px(3)});
    if (ImGui::InvisibleButton(legend.brief, {width, ui.px(22)})) shown = !shown;
    const bool hot = ImGui::IsItemHovered();
    if (hot) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    focus_ring(ui, legend.brief);
    tooltip(ui, std::string(legend.help) +
                    (shown ? " Click to hide it." : " It is hidden: click to show it."));
    draw_mark(ui, {at.x, at.y + ui.px(8)},
              shown ? legend.colour : with_alpha(ui.palette.muted, 0.35f), legend.dashed);
    const ImU32 ink = shown || hot ? ui.palette.text : ui.palette.muted;
    draw_text(ui, font, {at.x + ui.px(20), at.y}, ink, name);
    if (shown) return;
    const float y = std::floor(at.y + font->FontSize / 2 + ui.px(1));
    ImGui::GetWindowDrawList()->AddLine({at.x + ui.px(20), y}, {at.x + width, y}, ink, ui.hair());
}

// Draws the legend between `x` and `end`, with long names if they fit. Returns the x coordinate at
// which the space right of the legend begins.
float draw_legends(Ui& ui, float x, float y, float end) {
    const Palette& p = ui.palette;
    const bool log = ui.state.preferences.log_loss;
    const std::string at = at_learned_size(ui.status);
    const Legend legends[] = {
        {"PSNR, dB" + (at.empty() ? "" : " " + at), "PSNR", kDecibels, &Preferences::show_psnr,
         p.accent_text, false},
        {log ? "loss (log)" : "loss", "loss", "The error that training minimizes. Lower is closer.",
         &Preferences::show_loss, p.second, false},
        {"learning rate", "rate", "How far each step went and, dashed, the schedule ahead.",
         &Preferences::show_rate, p.muted, true}};
    float room = ui.px(kWord);
    for (const Legend& legend : legends) room += legend_width(ui, legend.name) + ui.px(kWord);
    const bool brief = x + room > end;
    for (const Legend& legend : legends) {
        const std::string name = brief ? legend.brief : legend.name;
        if (x + legend_width(ui, name) > end) break;
        draw_legend(ui, {x, y}, legend, name);
        x += legend_width(ui, name) + ui.px(kWord);
    }
    return x;
}

// Draws a text button whose right edge is `right`, then moves `right` to the right edge of the next
// button on its left. Returns true if the button was pressed.
bool word(Ui& ui, float& right, float y, const char* id, const char* text, const char* help,
          bool chosen = false) {
    right -= text_size(ui.fonts.body, text).x;
    ImGui::SetCursorScreenPos({right, y - ui.px(3)});
    const bool pressed = text_button(ui, id, text, chosen);
    tooltip(ui, help);
    right -= ui.px(kWord);
    return pressed;
}

void draw_slider(Ui& ui, float right, float y) {
    const Palette& p = ui.palette;
    float& smoothing = ui.state.preferences.smoothing;
    const ImVec2 at{right - ui.px(kSlider), y};
    smoothing =
        slider(ui, "smoothing", box(at.x, at.y - ui.px(2), ui.px(kSlider), ui.px(20)), smoothing);
    smoothing = std::clamp(smoothing + 0.05f * float(take_arrows(ui).x), 0.0f, 1.0f);
    const char* help =
        "Smooths the curves; the measured values stay visible behind them. Default off.";
    tooltip(ui, help);
    ImFont* font = ui.fonts.small;
    read_out(ui, "smooth", font, {at.x - ui.px(10) - text_size(font, "smooth").x, y}, p.muted,
             "smooth", help);
}

std::string shown_epochs(const Ui& ui, const TimeAxis& axis) {
    const auto steps = double(ui.status.steps_per_epoch);
    return "epochs " + thousands(std::llround(axis.first_step() / steps)) + " to " +
           thousands(std::llround(axis.last_step() / steps));
}

// While the curves are zoomed in, draws the button "all" and, unless `brief`, the visible range of
// epochs ("epochs 120 to 480").
void draw_zoom(Ui& ui, float& right, float y, const TimeAxis& axis, bool brief) {
    if (axis.shown.all()) return;
    if (word(ui, right, y, "all epochs", "all",
             "Shows the whole run (or double click the curves). The wheel zooms, the right button "
             "pans.",
             true))
        ui.state.curves.steps_shown = {};
    if (brief) return;
    const std::string text = shown_epochs(ui, axis);
    right += ui.px(kWord) - ui.px(8) - text_size(ui.fonts.small, text).x;
    read_out(ui, "epochs shown", ui.fonts.small, {right, y}, ui.palette.text, text,
             "The visible part of the run.");
    right -= ui.px(kWord);
}

// Draws the controls of the curves (axis scales, zoom) from the right edge leftwards.
// Returns their left edge.
float draw_controls(Ui& ui, const Rect& area, float y, const TimeAxis& axis) {
    Preferences& preferences = ui.state.preferences;
    float right = area.x1 - ui.px(20);
    if (word(ui, right, y, "more time", preferences.more_time ? "Less" : "More",
             "Shows or hides the scales of the axes, the smoothing, and how time passes below."))
        preferences.more_time ^= true;
    if (preferences.more_time && area.width() > ui.px(560)) {
        if (word(
                ui, right, y, "epoch scale",
                preferences.log_epochs ? "log epochs" : "linear epochs",
                "Log gives the first epochs, where most happens, more room. The timelapse follows. "
                "Click to change."))
            preferences.log_epochs = !preferences.log_epochs;
        if (word(ui, right, y, "loss scale", preferences.log_loss ? "log loss" : "linear loss",
                 "Log shows how a small loss keeps falling. Click to change."))
            preferences.log_loss = !preferences.log_loss;
    }
    draw_zoom(ui, right, y, axis, area.width() < ui.px(760));
    return right;
}

}  // namespace

void draw_curves_head(Ui& ui, const Rect& area, const TimeAxis& axis) {
    const Palette& p = ui.palette;
    const float y = area.y0 + ui.px(12);
    float x = area.x0 + ui.px(20);
    x += read_out(ui, "LEARNING", ui.fonts.caption, {x, y + 1}, p.muted, "LEARNING",
                  "How close the drawing came, epoch by epoch.") +
         ui.px(28);
    const float end = draw_controls(ui, area, y, axis);
    x = draw_legends(ui, x, y, end);
    if (ui.state.preferences.more_time && end - x > ui.px(kSlider + 10 + 52 + 10))
        draw_slider(ui, end, y);
}

}  // namespace redraw::ui
