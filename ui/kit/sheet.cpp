#include "ui/kit/sheet.h"

#include "ui/kit/widgets.h"

#include <imgui_stdlib.h>

namespace redraw::ui {
namespace {

float tallest_sheet(const Ui& ui) {
    return ui.view.window.y - ui.px(32);
}

int rows_further(Key key) {
    constexpr int kRowsOfPage = 5;
    if (key == Key::down || key == Key::up) return key == Key::down ? 1 : -1;
    if (key == Key::page_down || key == Key::page_up)
        return key == Key::page_down ? kRowsOfPage : -kRowsOfPage;
    return 0;
}

bool sheet_button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, float width,
                  bool enabled, const std::string& help) {
    return button(ui, id, label, style, ImVec2{ui.px(width), ui.px(32)},
                  {.enabled = enabled, .help = help});
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
    ui.state.sheets.foot_y = 0;
    if (ui.state.sheets.close) close_dialog(ui);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    draw_text(ui, ui.fonts.strong, at, ui.palette.text, title);
    if (close_button(ui, "##close", {right - ui.px(20), at.y - ui.px(4)}, "Close (Esc)."))
        close_dialog(ui);
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(32)});
    if (possible) return true;
    close_dialog(ui);
    end_sheet(ui);
    return false;
}

bool main_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                 const std::string& help) {
    return sheet_button(ui, id, label, ButtonStyle::accent, width, enabled, help);
}

bool next_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                 const std::string& help) {
    const float room = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x -
                       ImGui::GetItemRectMax().x - ImGui::GetStyle().ItemSpacing.x;
    if (room + 1 >= ui.px(width)) ImGui::SameLine();
    return sheet_button(ui, id, label, ButtonStyle::plain, width, enabled, help);
}

bool end_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                const std::string& help) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(width));
    return sheet_button(ui, id, label, ButtonStyle::plain, width, enabled, help);
}

bool confirmed_by_key(const Ui& ui) {
    const ControlsState& controls = ui.state.controls;
    if (ImGui::GetIO().WantTextInput || controls.keyboard_focus || controls.unfolded) return false;
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

bool filter_field(Ui& ui, std::string& text, const char* hint, float width, bool& focus,
                  const char* help) {
    ImGui::SetNextItemWidth(width);
    const bool changed = ImGui::InputTextWithHint("##filter", hint, &text);
    if (std::exchange(focus, false)) type_into_last(ui);
    focus_stop(ui, "filter", true);
    tooltip(ui, help);
    ui.state.sheets.field_yields = text.empty() && ImGui::IsItemActive();
    if (ImGui::IsItemDeactivated()) ui.requests.redraw_after(0);  // the next Esc closes the sheet
    return changed;
}

bool is_typing(const Ui& ui) {
    return ImGui::GetIO().WantTextInput && !ui.state.sheets.field_yields;
}

std::optional<int> row_after(const Ui& ui, Key key, int now, int rows) {
    if (rows == 0 || (is_typing(ui) && key != Key::up && key != Key::down)) return std::nullopt;
    if (key == Key::home) return 0;
    if (key == Key::end) return rows - 1;
    const int further = rows_further(key);
    if (further == 0) return std::nullopt;
    if (now < 0) return further > 0 ? 0 : rows - 1;
    return std::clamp(now + further, 0, rows - 1);
}

bool walk_rows(const Ui& ui, int rows, int& chosen, bool& scroll) {
    bool entered = false;
    if (ui.state.controls.unfolded) return false;  // the keys belong to the open list
    for (const KeyPress& press : ui.view.keys) {
        entered |= press.key == Key::enter && !press.repeated;
        const auto next = row_after(ui, press.key, chosen, rows);
        if (!next) continue;
        chosen = *next;
        scroll = true;
    }
    return entered;
}

void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen) {
    if (chosen || ImGui::IsItemHovered()) fill(place, ui.palette.field_hovered, ui.px(5));
    const float inset = std::round(place.height() * 0.18f);
    if (chosen)
        fill({place.x0, place.y0 + inset, place.x0 + ui.px(3), place.y1 - inset}, ui.palette.accent,
             ui.px(2));
}

bool list_row(Ui& ui, const std::string& name, const Rect& place, bool chosen,
              const std::string& help) {
    const bool pressed = ImGui::InvisibleButton("row", place.size());
    name_control(ui, name);
    if (!help.empty()) explain_when_asked(ui, help);
    draw_chosen_row(ui, place, chosen);
    return pressed;
}

int draw_rows(Ui& ui, const char* id, const RowListLayout& layout, int rows, int chosen,
              bool& scroll, const std::function<void(int row, const Rect& place)>& draw_row) {
    const float edge = layout.framed ? ui.px(6) : 0, line = layout.line;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, layout.framed ? ui.palette.window : 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {edge, edge});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, ui.px(5));
    ImGui::BeginChild(id, {0, layout.height}, false,
                      layout.framed ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0);
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    if (rows == 0) {
        note(ui, layout.when_empty);
        const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
        if (*layout.why_empty)
            read_out(ui, "empty list", {from.x, from.y, to.x, to.y}, layout.why_empty);
    }
    const int shown = std::exchange(scroll, false) ? chosen : -1;
    const float seen = ImGui::GetScrollY(), room = layout.height - 2 * edge;
    const float top = line * float(shown);
    if (shown >= 0 && top < seen)
        ImGui::SetScrollY(top);
    else if (shown >= 0 && top + line > seen + room)
        ImGui::SetScrollY(top + line - room);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const int first = std::max(0, int(seen / line) - 1);
    const int last = std::min(rows, first + int(layout.height / line) + 4);
    int twice = -1;
    for (int row = first; row < last; ++row) {
        const Rect place = box(at.x, at.y + line * float(row), width, line - layout.gap);
        ImGui::SetCursorScreenPos(place.min());
        ImGui::PushID(row);
        draw_row(row, place);
        ImGui::PopID();
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            twice = row;
    }
    if (rows > 0) {
        ImGui::SetCursorScreenPos({at.x, at.y + line * float(rows) - layout.gap - 1});
        ImGui::Dummy({1, 1});
    }
    ImGui::EndChild();
    return twice;
}

}  // namespace redraw::ui
