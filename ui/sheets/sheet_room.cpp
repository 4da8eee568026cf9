#include "ui/sheets/sheet_room.h"

#include <algorithm>

namespace redraw::ui {

SheetColumns::SheetColumns(Ui& ui, float left, float right)
    : beside_(ImGui::GetContentRegionAvail().x >= ui.px(left) + ui.px(kBetween) + ui.px(right)) {
    if (!beside_) return;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(kBetween) / 2, 0});
    ImGui::BeginTable("columns", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX);
    ImGui::TableSetupColumn("left", ImGuiTableColumnFlags_WidthFixed, ui.px(left));
    ImGui::TableSetupColumn("right", ImGuiTableColumnFlags_WidthFixed, ui.px(right));
    ImGui::TableNextColumn();
}

void SheetColumns::next() {
    if (beside_) ImGui::TableNextColumn();
}

SheetColumns::~SheetColumns() {
    if (!beside_) return;
    ImGui::EndTable();
    ImGui::PopStyleVar();
}

SheetRoom::SheetRoom(float height) : at_(ImGui::GetCursorScreenPos()), height_(height) {}

SheetRoom::~SheetRoom() {
    const float used = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y - at_.y;
    ImGui::SetCursorScreenPos(at_);
    ImGui::Dummy({1, std::max(used, height_)});
}

float note_height(const Ui& ui, int lines) {
    return std::ceil(ui.view.fonts.small->FontSize) * float(lines);
}

float rows_height(const Ui& ui, int rows) {
    return ui.px(26) * float(rows) + ImGui::GetStyle().ItemSpacing.y * float(rows - 1);
}

}  // namespace redraw::ui
