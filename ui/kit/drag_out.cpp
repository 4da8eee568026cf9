#include "ui/kit/drag_out.h"

namespace redraw::ui {

bool dragged_out(Ui& ui, const char* id, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min());
    ImGui::InvisibleButton(id, place.size());
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID begun = ImGui::GetID(id);
    if (!ImGui::IsItemActive()) {
        storage.SetBool(begun, false);
        return false;
    }
    if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, ui.px(4)) || storage.GetBool(begun))
        return false;
    storage.SetBool(begun, true);
    return true;
}

float grip_width(const Ui& ui) {
    return ui.px(13);
}

void draw_grip(Ui& ui, ImVec2 middle_left, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float step = ui.px(4);
    for (int column = 0; column < 2; ++column)
        for (int row = -1; row <= 1; ++row)
            list.AddCircleFilled({middle_left.x + ui.px(1) + float(column) * step,
                                  middle_left.y + float(row) * step},
                                 ui.px(1.1f), colour);
}

}  // namespace redraw::ui
