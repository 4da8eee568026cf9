#include "ui/kit/sheet.h"

#include "ui/kit/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw::ui {
namespace {

float tallest_sheet(const Ui& ui) {
    return ui.view.window.y - ui.px(32);
}

// Asks for another frame: a sheet gets the height of its contents one frame late.
void redraw_where_it_grew(Ui& ui) {
    const ImGuiWindow& sheet = *ImGui::GetCurrentWindow();
    const float held = sheet.DC.CursorMaxPos.y - sheet.DC.CursorStartPos.y;
    const float height = std::min(held + 2 * sheet.WindowPadding.y, tallest_sheet(ui));
    if (std::abs(height - sheet.Size.y) >= 1) ui.requests.redraw_after(0);
}

}  // namespace

bool begin_sheet(Ui& ui, const char* title, float width) {
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    ImGui::SetNextWindowPos({ui.view.window.x / 2, ui.view.window.y / 2}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    width = std::min(ui.px(width), ui.view.window.x - ui.px(32));
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, tallest_sheet(ui)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(kSheetEdges / 2), ui.px(22)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, ui.px(1)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.palette.panel);
    const bool open = ImGui::BeginPopupModal(title, nullptr,
                                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                                 ImGuiWindowFlags_NoSavedSettings |
                                                 ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    if (!open) return false;
    if (ui.state.sheets.close) close_dialog(ui);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    draw_text(ui, ui.view.fonts.strong, at, ui.palette.text, title);
    ImGui::SetCursorScreenPos({right - ui.px(20), at.y - ui.px(4)});
    if (button(ui, "##close", "", ButtonStyle::bare, {ui.px(24), ui.px(24)}, {.icon = Icon::close}))
        close_dialog(ui);
    tooltip(ui, "Closes this sheet (Esc).");
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(32)});
    return true;
}

bool sheet_button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, float width,
                  bool enabled, const std::string& explained) {
    const bool pressed =
        button(ui, id, label, style, {ui.px(width), ui.px(32)}, {.enabled = enabled});
    tooltip(ui, explained);
    return pressed;
}

bool confirmed_by_key(const Ui& ui) {
    if (ImGui::GetIO().WantTextInput || ui.state.controls.keyboard_focus) return false;
    return std::any_of(ui.view.keys.begin(), ui.view.keys.end(),
                       [](const KeyPress& press) { return press.key == Key::enter; });
}

void end_sheet(Ui& ui) {
    redraw_where_it_grew(ui);
    ImGui::EndPopup();
}

void close_dialog(Ui& ui) {
    SheetsState& sheets = ui.state.sheets;
    sheets.dialog = std::exchange(sheets.back_to, Dialog::none);
    sheets.close = false;
    ImGui::CloseCurrentPopup();
    ui.requests.redraw_after(0);
}

const Sheet* open_sheet_row(const Ui& ui) {
    const auto row = std::ranges::find(ui.sheets, ui.state.sheets.dialog, &Sheet::dialog);
    return row == ui.sheets.end() ? nullptr : &*row;
}

}  // namespace redraw::ui
