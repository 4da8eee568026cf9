#include "ui/centre/canvas_dial.h"

#include "ui/actions/keymap.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kDragged = 4;  // pixels the mouse must move until a press counts as a drag
// Share of the pane's width that a drag covers to turn the detail dial from 0 to 1.
constexpr double kWholeDial = 0.6;
constexpr float kUp = 80;  // layout units from the top of the hint to the lower edge of the pane

std::string hint_of(const Ui& ui) {
    if (const double known = dial_known(ui); known < kDialKnown)
        return fmt::format("Loading moments: {:.0f} %", 100 * known);
    const auto& at = ui.state.timelapse.at_step;
    std::string hint = fmt::format("‹ sketch   {}, {:.0f} % detail   likeness ›",
                                   at ? moment_name(ui, *at) : "Now", 100 * detail_of_step(ui, at));
    if (const std::string key = keys_of(Action::keep_look); at && !key.empty())
        hint += "   " + key + ": bookmark";
    return hint;
}

void draw_hint(Ui& ui, const Rect& pane) {
    const std::string hint = shortened(ui.fonts.small, hint_of(ui), pane.width() - ui.px(40));
    const float width = text_size(ui.fonts.small, hint).x + ui.px(20);
    const ImVec2 at{std::round((pane.x0 + pane.x1 - width) / 2), pane.y1 - ui.px(kUp)};
    picture_chip(ui, at, hint);
}

}  // namespace

bool has_canvas_dial(const Ui& ui) {
    return ui.state.centre.mode == ViewMode::drawing && ui.state.centre.canvas.zoom == 0 &&
           has_timelapse(ui);
}

void turn_canvas_dial(Ui& ui, const Rect& pane) {
    std::optional<double>& begun = ui.state.centre.dial;
    if (!ImGui::IsItemActive()) return begun.reset();
    if (!begun && !ImGui::IsMouseDragging(ImGuiMouseButton_Left, kDragged)) return;
    Timelapse& timelapse = ui.state.timelapse;
    if (!begun) begun = detail_of_step(ui, timelapse.at_step);
    timelapse.playing = false;
    const double by = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).x;
    if (dial_known(ui) >= kDialKnown)
        timelapse.at_step = step_of_detail(
            ui, std::clamp(*begun + by / (kWholeDial * double(pane.width())), 0.0, 1.0));
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    draw_hint(ui, pane);
}

}  // namespace redraw::ui
