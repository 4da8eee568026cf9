#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace {

float tallest_sheet(const Ui& ui) {
    return ui.view.window.y - ui.px(32);
}

}  // namespace

bool begin_sheet(Ui& ui, const char* title, float width, bool possible) {
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
    draw_text(ui, ui.fonts.strong, at, ui.palette.text, title);
    if (button_at(ui, "##close", "", ButtonStyle::bare,
                  box(right - ui.px(20), at.y - ui.px(4), ui.px(24), ui.px(24)),
                  {.icon = Icon::close, .help = "Closes this sheet (Esc)."}))
        close_dialog(ui);
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(32)});
    if (possible) return true;
    close_dialog(ui);
    end_sheet(ui);
    return false;
}

bool sheet_button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, float width,
                  bool enabled, const std::string& explained) {
    return button(ui, id, label, style, ImVec2{ui.px(width), ui.px(32)},
                  {.enabled = enabled, .help = explained});
}

bool confirmed_by_key(const Ui& ui) {
    if (ImGui::GetIO().WantTextInput || ui.state.controls.keyboard_focus) return false;
    return std::ranges::count(ui.view.keys, Key::enter, &KeyPress::key) > 0;
}

void end_sheet(Ui& ui) {
    redraw_where_sheet_grew(ui, tallest_sheet(ui));
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
