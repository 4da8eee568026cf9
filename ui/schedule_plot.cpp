// The learning rate over the whole run: the curve, where training is on it, and two handles. The
// left one drags rate max; the right one drags the number of epochs sideways and rate min up and
// down.
#include "engine/network/schedule.h"
#include "ui/format.h"
#include "ui/schedule_drag.h"
#include "ui/walk.h"
#include "ui/widgets.h"

#include <algorithm>
#include <vector>

namespace redraw {
namespace {

void draw_curve(Ui& ui, const SchedulePlot& plot, const Schedule& schedule) {
    std::vector<ImVec2> points;
    const auto count = static_cast<int>(plot.right - plot.left) + 1;
    for (int i = 0; i < count; ++i) {
        const float x = plot.left + static_cast<float>(i);
        points.push_back({x, plot.y_of(learning_rate(schedule, plot.epoch_at(x)))});
    }
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()),
                                            ui.palette.accent_text, 0, ui.px(2));
}

void draw_now(Ui& ui, const SchedulePlot& plot, const Schedule& schedule, float top, float bottom) {
    if (!ui.has_run()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double epoch = std::min<double>(ui.status.epoch, double(schedule.epochs));
    const float x = plot.x_of(epoch);
    for (float y = top + ui.px(4); y < bottom - ui.px(4); y += ui.px(5))
        list.AddLine({x, y}, {x, y + ui.px(2)}, ui.palette.muted, ui.px(1));
    const double now = learning_rate(schedule, epoch);
    const ImVec2 at{x, plot.y_of(now)};
    list.AddCircleFilled(at, ui.px(4.5f), ui.palette.field);
    list.AddCircleFilled(at, ui.px(3.5f), ui.palette.text);
    const std::string text = "now " + rate(now);
    ImFont* font = ui.view.fonts.small;
    draw_text(ui, font, {plot.right - text_size(font, text).x, top + ui.px(8)}, ui.palette.muted,
              text);
}

void drag_handles(Ui& ui, const SchedulePlot& plot, const ImVec2 (&handles)[2]) {
    UiState& s = ui.state;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto near = [&](ImVec2 handle) {
        return std::hypot(mouse.x - handle.x, mouse.y - handle.y) < ui.px(12);
    };
    const int hot = s.schedule_handle         ? s.schedule_handle
                    : !ImGui::IsItemHovered() ? 0
                    : near(handles[1])        ? 2
                    : near(handles[0])        ? 1
                                              : 0;
    if (hot)
        ImGui::SetMouseCursor(hot == 1 ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeAll);
    if (ImGui::IsItemActivated()) s.schedule_handle = hot;
    if (s.schedule_handle && ImGui::IsItemActive() &&
        ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) {
        Schedule& schedule = s.settings.edited.schedule;
        if (s.schedule_handle == 1)
            drag_maximum(schedule, plot, mouse.y);
        else
            drag_end(schedule, plot, mouse);
        preview(s.settings, ui.requests);
    }
    if (ImGui::IsItemDeactivated() && s.schedule_handle) {
        s.schedule_handle = 0;
        commit(s.settings, ui.requests);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i < 2; ++i) {
        list.AddCircleFilled(handles[i], ui.px(hot == i + 1 ? 6 : 5), ui.palette.field);
        list.AddCircle(handles[i], ui.px(hot == i + 1 ? 6 : 5), ui.palette.accent_text, 0,
                       ui.px(2));
    }
}

}  // namespace

void draw_schedule_plot(Ui& ui) {
    UiState& s = ui.state;
    const Schedule& schedule = s.settings.edited.schedule;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ui.side_width(), ui.px(96)};
    ImGui::InvisibleButton("schedule", size);
    focus_ring(ui);
    if (const Arrows arrows = take_arrows(ui)) {
        nudge(s.settings.edited.schedule, arrows.x, arrows.y);
        commit(s.settings, ui.requests);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui.palette.field, ui.px(5));
    list.AddRect(at, {at.x + size.x, at.y + size.y}, ui.palette.line, ui.px(5));

    // While a handle is dragged the axes stand still, or the handle would run away from the mouse.
    if (!s.schedule_handle) {
        s.schedule_axis_rate = schedule.lr_max;
        s.schedule_axis_epochs = static_cast<double>(std::max<std::int64_t>(1, schedule.epochs));
    }
    const SchedulePlot plot{at.x + ui.px(12),       at.x + size.x - ui.px(12),
                            at.y + ui.px(12),       at.y + size.y - ui.px(12),
                            s.schedule_axis_epochs, s.schedule_axis_rate};
    const float end_x = std::min(plot.x_of(double(schedule.epochs)), plot.right);
    const ImVec2 handles[2] = {
        {plot.left, plot.y_of(schedule.lr_max)},
        {end_x, plot.y_of(learning_rate(schedule, double(schedule.epochs)))}};
    list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    draw_curve(ui, plot, schedule);
    draw_now(ui, plot, schedule, at.y, at.y + size.y);
    drag_handles(ui, plot, handles);
    list.PopClipRect();
    if (!s.schedule_handle)
        tooltip(ui,
                "The learning rate over the run; the dot is now. Drag the left handle for rate "
                "max, the right one for the end: sideways epochs, up and down rate min. With the "
                "keyboard, arrows change epochs and rate max.");
    ImGui::Dummy({1, ui.px(2)});
}

}  // namespace redraw
