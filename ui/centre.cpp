// The middle of the window: the picture and the network's drawing of it, in one of five views.
#include "ui/companion.h"
#include "ui/difference.h"
#include "ui/format.h"
#include "ui/shortcuts.h"
#include "ui/timelapse.h"
#include "ui/walk.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace redraw {
namespace {

struct Tab {
    ViewMode mode;
    Action action;
    const char* name;
};
constexpr std::array kTabs{Tab{ViewMode::side_by_side, Action::view_side_by_side, "Side by side"},
                           Tab{ViewMode::wipe, Action::view_wipe, "Wipe"},
                           Tab{ViewMode::difference, Action::view_difference, "Difference"},
                           Tab{ViewMode::drawing, Action::view_drawing, "Drawing"},
                           Tab{ViewMode::neurons, Action::view_neurons, "Neurons"}};

// In a window too narrow for tabs: the same as a list. Returns where it ends.
float draw_view_choice(Ui& ui, ImVec2 at) {
    const auto chosen = std::find_if(kTabs.begin(), kTabs.end(),
                                     [&](const Tab& tab) { return tab.mode == ui.state.mode; });
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(1)});
    if (begin_choice(ui, "##view", chosen->name, ui.px(134))) {
        for (const Tab& tab : kTabs)
            if (ImGui::Selectable(tab.name, tab.mode == ui.state.mode)) perform(ui, tab.action);
        ImGui::EndCombo();
    }
    return at.x + ui.px(134);
}

// Returns where they end.
float draw_tabs(Ui& ui, ImVec2 at, float right) {
    float wanted = 0;
    for (const Tab& tab : kTabs) wanted += text_size(ui.view.fonts.body, tab.name).x + ui.px(44);
    if (at.x + wanted > right) return draw_view_choice(ui, at);
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Tab& tab : kTabs) {
        const std::string name = tab.name, key = keys_of(tab.action);
        const float text = text_size(fonts.body, name).x, height = ui.px(28);
        const float width = text + ui.px(40);
        ImGui::SetCursorScreenPos(at);
        if (ImGui::InvisibleButton(tab.name, {width, height})) perform(ui, tab.action);
        const bool chosen = ui.state.mode == tab.mode, hot = ImGui::IsItemHovered();
        if (chosen) {
            list.AddRectFilled(at, {at.x + width, at.y + height}, p.field, ui.px(5));
            list.AddRect(at, {at.x + width, at.y + height}, p.line, ui.px(5));
        }
        const float x = at.x + ui.px(16);
        draw_text(ui, fonts.body, {x, at.y + (height - fonts.body->FontSize) / 2},
                  chosen || hot ? p.text : p.muted, name);
        draw_text(ui, fonts.axis, {x + text + ui.px(7), at.y + ui.px(4)}, with_alpha(p.muted, 0.8f),
                  key);
        focus_ring(ui);
        at.x += width + ui.px(4);
    }
    return at.x;
}

void draw_zoom(Ui& ui, const Rect& area, float tabs_end, double zoom) {
    const std::string text = print("zoom %.0f %%", zoom * 100);
    ImFont* font = ui.view.fonts.body;
    const float fit = text_size(font, "fit").x, hundred = text_size(font, "100 %").x;
    const float dot = text_size(font, " · ").x;
    float x = area.x1 - ui.px(20) - fit;
    if (x - 2 * dot - hundred - text_size(font, text).x < tabs_end) return;
    const float y = area.y0 + ui.px(17);
    ImGui::SetCursorScreenPos({x, y});
    if (text_button(ui, "fit", "fit", false)) perform(ui, Action::fit);
    tooltip(ui, "Shows the whole picture (F).");
    x -= dot + hundred;
    ImGui::SetCursorScreenPos({x, y});
    if (text_button(ui, "actual", "100 %", false)) perform(ui, Action::actual_size);
    tooltip(ui,
            "One pixel of the screen for each pixel learned (Ctrl+0). The wheel zooms around "
            "the mouse; beyond the picture's own pixels the network draws new ones.");
    const float mid = y + (ui.px(18) - font->FontSize) / 2;
    draw_text(ui, font, {x + hundred, mid}, ui.palette.muted, " · ");
    draw_text(ui, font, {x - dot, mid}, ui.palette.muted, " · ");
    draw_text(ui, font, {x - dot - text_size(font, text).x, mid}, ui.palette.muted, text);
}

// A texture where its grid lies in the pane, clipped to [x0, x1) of it.
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

std::string capital(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string drawing_label(const Ui& ui) {
    const auto steps = std::max<std::int64_t>(1, ui.status.steps_per_epoch);
    const std::int64_t step = ui.view.frame ? ui.view.frame->step : ui.status.step;
    const bool past = ui.state.timelapse.at_step.has_value();
    const double epoch = double(past ? *ui.state.timelapse.at_step : step) / double(steps);
    const std::string when = steps == 1 || epoch == std::floor(epoch)
                                 ? thousands(std::llround(epoch))
                                 : print("%.1f", epoch);
    const std::string race = race_label(ui.status);
    if (!past && !race.empty()) return race;
    return (past ? "network as it was at epoch " : "network, epoch ") + when;
}

std::string left_label(const Ui& ui) {
    return ui.state.against == Against::companion && ui.status.companion
               ? companion_label(ui.status)
               : "Picture";
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
    focus_ring(ui);
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

void draw_gain(Ui& ui, const Rect& pane) {
    int& gain = ui.state.difference_gain;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float w = ui.px(120), x = pane.x1 - w - ui.px(12), y = pane.y1 - ui.px(34);
    list.AddRectFilled({x - ui.px(10), y - ui.px(8)}, {pane.x1 - ui.px(2), pane.y1 - ui.px(2)},
                       ui.palette.chip, ui.px(4));
    for (int i = 0; i < 24; ++i) {
        const auto rgb = error_colour(float(i) / 23);
        list.AddRectFilled({x + w * i / 24, y}, {x + w * (i + 1) / 24, y + ui.px(8)},
                           IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255));
    }
    ImFont* font = ui.view.fonts.small;
    const std::string most = print("%.3g", 1.0 / gain);
    draw_text(ui, font, {x, y + ui.px(11)}, ui.palette.on_chip, "error 0");
    draw_text(ui, font, {x + w - text_size(font, most).x, y + ui.px(11)}, ui.palette.on_chip, most);
    ImGui::SetCursorScreenPos({x, y - ui.px(8)});
    if (ImGui::InvisibleButton("gain", {w, ui.px(40)})) gain = gain >= 32 ? 1 : gain * 2;
    focus_ring(ui);
    tooltip(ui, "Which error is the lightest colour. Click to change it.");
}

struct Pane {
    Rect rect;
    bool picture, drawing, difference;
    std::string label;
};

// Zoom and pan with the mouse over any pane: both share the canvas. Asked last, so that what lies
// on the pane takes its clicks first.
void handle_mouse(Ui& ui, const Rect& pane, const char* id) {
    const Image& target = *ui.status.target;
    const ImVec2 size{pane.width(), pane.height()};
    ImGui::SetCursorScreenPos(pane.min());
    ImGui::InvisibleButton(id, size);
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

void draw_pane(Ui& ui, const Pane& pane) {
    const Rect& rect = pane.rect;
    const Image& target = *ui.status.target;
    const ImVec2 size{rect.width(), rect.height()};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(rect.min(), rect.max(), ui.palette.well, ui.px(5));
    const bool wiping = pane.picture && pane.drawing;
    const Placement placement = place(ui.state.canvas, size, target.width, target.height);
    list.PushClipRect(rect.min(), rect.max(), true);
    const float split = std::round(rect.x0 + ui.state.wipe * rect.width());
    const bool beside = ui.state.against == Against::companion && ui.view.companion.there();
    if (pane.picture)
        draw_texture(ui, beside ? ui.view.companion : ui.view.target, rect, placement);
    if (pane.drawing) {
        if (wiping) {
            list.PushClipRect({split, rect.y0}, rect.max(), true);
            list.AddRectFilled({split, rect.y0}, rect.max(), ui.palette.well);
        }
        draw_network(ui, rect, placement);
        if (wiping) list.PopClipRect();
    }
    if (pane.difference) draw_texture(ui, ui.view.difference, rect, placement);
    if (wiping) {
        draw_wipe_line(ui, rect);
        const std::string right = capital(drawing_label(ui));
        picture_chip(
            ui,
            {rect.x1 - text_size(ui.view.fonts.small, right).x - ui.px(30), rect.y0 + ui.px(10)},
            right);
    }
    picture_chip(ui, {rect.x0 + ui.px(10), rect.y0 + ui.px(10)}, pane.label);
    if (pane.difference) draw_gain(ui, rect);
    list.PopClipRect();
}

}  // namespace

void draw_centre(Ui& ui, const Rect& area) {
    UiState& s = ui.state;
    const float pad = ui.px(20), top = ui.px(50), gap = ui.px(16);
    Rect whole{area.x0 + pad, area.y0 + top + s.notice_band, area.x1 - pad, area.y1 - ui.px(12)};
    const bool two = s.mode == ViewMode::side_by_side;
    Rect left = whole, right = whole;
    if (two) {
        left.x1 = std::floor((whole.x0 + whole.x1 - gap) / 2);
        right.x0 = right.x1 - left.width();
    }
    s.pane = {left.width(), left.height()};
    const bool peek = s.mode == ViewMode::drawing && ImGui::GetIO().KeyShift;
    switch (s.mode) {
        case ViewMode::side_by_side:
            draw_pane(ui, {left, true, false, false, left_label(ui)});
            draw_pane(ui, {right, false, true, false, capital(drawing_label(ui))});
            break;
        case ViewMode::wipe:
            draw_pane(ui, {whole, true, true, false, left_label(ui)});
            break;
        case ViewMode::difference:
            draw_pane(ui, {whole, false, false, true, "Difference: " + drawing_label(ui)});
            break;
        case ViewMode::drawing:
            draw_pane(ui,
                      {whole, peek, !peek, false, peek ? "Picture" : capital(drawing_label(ui))});
            break;
        case ViewMode::neurons:
            draw_neurons(ui, whole);
            break;
    }
    const float tabs_end = draw_tabs(ui, {whole.x0, area.y0 + ui.px(12)}, whole.x1);

    const Image& target = *ui.status.target;
    const Grid picture = picture_grid(target.width, target.height);
    const Placement placement = place(s.canvas, s.pane, target.width, target.height);
    draw_zoom(ui, area, tabs_end, placement.zoom);
    ui.requests.look.region = s.preferences.every_screen_pixel && placement.zoom > 1
                                  ? screen_region(placement, s.pane, picture)
                                  : visible_region(s.canvas, s.pane, picture);
    ui.requests.difference = s.mode == ViewMode::difference;
    ui.requests.difference_gain = static_cast<float>(s.difference_gain);

    if (s.timelapse.at_step) {
        const std::string label = "Back to now";
        ImGui::SetCursorScreenPos({whole.x1 - ui.px(118), whole.y1 - ui.px(40)});
        if (s.mode == ViewMode::difference)
            ImGui::SetCursorScreenPos({whole.x0 + ui.px(10), whole.y1 - ui.px(40)});
        if (s.mode == ViewMode::neurons)
            ImGui::SetCursorScreenPos({whole.x1 - ui.px(108), whole.y0 - ui.px(4)});
        if (button(ui, "now", label, ButtonLook::accent, {ui.px(108), ui.px(30)}))
            perform(ui, Action::now);
        tooltip(ui, "Training is where it was; only the view went back (End).");
    }
    if (s.mode == ViewMode::neurons) return;  // has the mouse to itself
    handle_mouse(ui, left, "left pane");
    if (two) handle_mouse(ui, right, "right pane");
}

}  // namespace redraw
