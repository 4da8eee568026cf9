#include "ui/settings/schedule_handles.h"

#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

const char* help_of(Handle handle) {
    switch (handle) {
        case Handle::rate_max:
            return "Rate max: drag up or down. The learning rate the cosine starts from; it "
                   "applies at once.";
        case Handle::rate_min:
            return "Rate min: drag up or down. The learning rate at the end of the run.";
        case Handle::warmup:
            return "Warm-up: drag sideways. Over these first epochs the rate climbs to the "
                   "cosine; all the way to the left there is none.";
        case Handle::end:
            return "End of the run: drag sideways for more or fewer epochs. The cosine is "
                   "stretched to it.";
        case Handle::end_and_min:
            return "End of the run: drag sideways for more or fewer epochs, up and down for rate "
                   "min.";
        case Handle::none:
            break;
    }
    return "";
}

bool sideways(Handle handle) {
    return handle == Handle::warmup || handle == Handle::end;
}

int cursor_of(Handle handle) {
    return handle == Handle::end_and_min ? ImGuiMouseCursor_ResizeAll
           : sideways(handle)            ? ImGuiMouseCursor_ResizeEW
                                         : ImGuiMouseCursor_ResizeNS;
}

// A drag must not end the training under way.
double least_epochs(const Ui& ui) {
    return ui.running() ? std::floor(ui.status.epoch) + 1 : 1;
}

}  // namespace

Handle use_handles(Ui& ui, const HandleSet& set) {
    if (ui.view_only()) return Handle::none;
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    ScheduleDrag& held = ui.state.schedule_drag;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool ours = held.handle != Handle::none && held.over_curves == set.over_curves;
    Handle hot = ours ? held.handle : Handle::none;
    const bool free = !ImGui::IsItemActive() || ImGui::IsItemActivated();
    if (held.handle == Handle::none && ImGui::IsItemHovered() && free)
        hot = nearest_handle(set.handles, schedule, set.plot, mouse, ui.px(set.reach));
    if (hot == Handle::none) return hot;

    ImGui::SetMouseCursor(cursor_of(hot));
    if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const ImVec2 at = place_of(hot, schedule, set.plot);
        held.handle = hot;
        held.over_curves = set.over_curves;
        held.offset = {at.x - mouse.x, at.y - mouse.y};
    } else if (ours && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) {
        drag(schedule, hot, set.plot, {mouse.x + held.offset.x, mouse.y + held.offset.y},
             least_epochs(ui));
        preview(settings, ui.requests);
    }
    if (held.handle == Handle::none) tooltip(ui, help_of(hot));
    return hot;
}

void let_go_of_handle(Ui& ui) {
    ScheduleDrag& held = ui.state.schedule_drag;
    if (held.handle == Handle::none || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    held.handle = Handle::none;
    commit(ui.state.settings, ui.requests);
}

void draw_handles(Ui& ui, const HandleSet& set, Handle hot) {
    if (ui.view_only()) return;  // nothing to take hold of
    const Palette& p = ui.palette;
    const Schedule& schedule = ui.state.settings.edited.schedule;
    const ScheduleDrag& held = ui.state.schedule_drag;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Handle handle : set.handles) {
        const bool taken = held.handle == handle && held.over_curves == set.over_curves;
        ImVec2 at = place_of(handle, schedule, set.plot);
        if (!taken && (at.x < set.room.x0 - 1 || at.x > set.room.x1 + 1)) continue;
        at = {std::clamp(at.x, set.room.x0, set.room.x1),
              std::clamp(at.y, set.room.y0, set.room.y1)};
        const bool lit = taken || handle == hot;
        const ImU32 ground = set.over_curves ? p.window : p.field;
        const ImU32 ink = lit || !set.over_curves ? p.accent_text : p.muted;
        if (sideways(handle)) {
            const ImVec2 half{ui.px(3), ui.px(lit ? 8 : 7)};
            const ImVec2 a{at.x - half.x, at.y - half.y}, b{at.x + half.x, at.y + half.y};
            list.AddRectFilled(a, b, ground, half.x);
            list.AddRect(a, b, ink, half.x, 0, ui.px(1.5f));
        } else {
            const float radius = ui.px(lit ? 6 : set.over_curves ? 4 : 5);
            list.AddCircleFilled(at, radius, ground);
            list.AddCircle(at, radius, ink, 0, ui.px(set.over_curves ? 1.5f : 2));
        }
        if (!taken) continue;
        const float above = at.y - plot_label_height(ui) - ui.px(10);
        plot_label(ui, set.room, at.x, above < set.room.y0 ? at.y + ui.px(10) : above,
                   value_of(handle, schedule), p.accent);
    }
}

}  // namespace redraw::ui
