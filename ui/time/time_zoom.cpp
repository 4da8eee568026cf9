#include "ui/time/time_zoom.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

constexpr float kLeft = 60, kRight = 64;  // units beside the axis: its values
constexpr double kNotch = 1.25, kKey = 1.6;

}  // namespace

TimeAxis time_axis(Ui& ui, const Rect& main) {
    ScheduleDrag& drag = ui.state.schedule_drag;
    if (drag.handle == Handle::none)
        drag.total_steps = std::max<std::int64_t>(1, ui.status.total_steps);
    const float left = main.x0 + ui.px(kLeft), right = std::max(left + 1, main.x1 - ui.px(kRight));
    return {left, right, drag.total_steps, ui.state.preferences.log_epochs,
            ui.state.curves.steps_shown};
}

bool move_time_axis(Ui& ui, const TimeAxis& axis) {
    UiState& s = ui.state;
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0 && s.schedule_drag.handle == Handle::none)
        s.curves.steps_shown = zoomed(axis, io.MousePos.x, std::pow(kNotch, double(io.MouseWheel)));
    if (s.controls.keyboard_focus && ImGui::IsItemFocused())
        for (const KeyPress& press : ui.view.keys)
            if (press.key == Key::plus || press.key == Key::minus)
                s.curves.steps_shown = zoomed(axis, (axis.left + axis.right) / 2,
                                              press.key == Key::plus ? kKey : 1 / kKey);
    if (ImGui::IsItemActivated()) {
        s.curves.pan.reset();
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
            (io.KeyShift && ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
            s.curves.pan = io.MousePos.x;
    }
    if (!s.curves.pan || !ImGui::IsItemActive()) {
        if (ImGui::IsItemDeactivated()) s.curves.pan.reset();
        return false;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (io.MousePos.x != *s.curves.pan) {
        s.curves.steps_shown = panned(axis, *s.curves.pan, io.MousePos.x);
        s.curves.pan = io.MousePos.x;
    }
    return true;
}

}  // namespace redraw::ui
