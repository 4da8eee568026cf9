#include "ui/sheets/sheet_rows.h"

#include "engine/text/display_name.h"

namespace redraw {

void sheet_row(Ui& ui, const char* label, const char* help) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(label, {ui.px(84), ui.px(26)});
    tooltip(ui, help);
    draw_text(ui, ui.view.fonts.body, {at.x, at.y + (ui.px(26) - ui.view.fonts.body->FontSize) / 2},
              ui.palette.muted, label);
    ImGui::SameLine(0, 0);
}

void draw_folder_row(Ui& ui, Dialog chooser) {
    sheet_row(ui, "Folder", "Where exports go, pictures and films alike.");
    const float choose = ui.px(92);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - choose;
    draw_text(ui, ui.view.fonts.body, {at.x, at.y + ui.px(6)}, ui.palette.text,
              shortened(ui.view.fonts.body, display_name(export_folder(ui)), room - ui.px(12)));
    ImGui::SetCursorScreenPos({at.x + room, at.y});
    if (button(ui, "choose", "Choose…", ButtonLook::plain, {choose, ui.px(26)})) {
        ImGui::CloseCurrentPopup();
        open_dialog(ui, chooser);
    }
}

}  // namespace redraw
