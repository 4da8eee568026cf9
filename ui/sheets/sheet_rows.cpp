#include "ui/sheets/sheet_rows.h"

#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_room.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <system_error>

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

// Empty when none of them is there. One line of the sheet.
std::string about_replacing(const Ui& ui, const std::vector<fs::path>& paths) {
    const auto there = [](const fs::path& path) {
        std::error_code ignored;
        return fs::exists(path, ignored);
    };
    const auto count = std::ranges::count_if(paths, there);
    if (count == 0) return "";
    if (count > 1) return fmt::format("{} of these files already exist. Replace them?", count);
    const std::string rest = " already exists. Replace it?";
    ImFont* font = ui.view.fonts.small;
    return shortened(font, display_name(std::ranges::find_if(paths, there)->filename()),
                     ImGui::GetContentRegionAvail().x - text_size(font, rest).x) +
           rest;
}

}  // namespace

std::string pixels_of(PixelSize size) {
    return thousands(size.width) + " × " + thousands(size.height);
}

void next_line_of_row(Ui& ui, float width) {
    ImGui::Dummy({ui.px(width), ui.px(26)});
    extend_label(ui);
    ImGui::SameLine(0, 0);
}

void sheet_row(Ui& ui, const char* label, const std::string& help, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(label, {ui.px(width), ui.px(26)});
    name_control(ui, label);
    begin_label(ui, help);
    draw_text(ui, ui.view.fonts.body, {at.x, at.y + (ui.px(26) - ui.view.fonts.body->FontSize) / 2},
              ui.palette.muted, label);
    ImGui::SameLine(0, 0);
}

void draw_target_rows(Ui& ui, const char* help, std::string& name, Dialog chooser) {
    sheet_row(ui, "Name", help);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText("##name", &name);
    focus_stop(ui, "name", true);
    sheet_row(ui, "Folder", "Where exports go, pictures and films alike.");
    const float choose = ui.px(92);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - choose;
    read_out(ui, "export folder", ui.view.fonts.body, {at.x, at.y + ui.px(6)}, ui.palette.text,
             shortened(ui.view.fonts.body, display_name(export_folder(ui)), room - ui.px(12)), "");
    ImGui::SetCursorScreenPos({at.x + room, at.y});
    const bool choosing = button(ui, "choose", "Choose…", ButtonStyle::plain, {choose, ui.px(26)});
    tooltip(ui, "Where exports go: another folder.");
    if (choosing) {
        ImGui::CloseCurrentPopup();
        open_dialog(ui, chooser);
    }
}

bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled) {
    ImGui::Dummy({1, ui.px(4)});
    const bool pressed =
        button(ui, "act", label, ButtonStyle::accent, {ui.px(150), ui.px(32)}, Icon::none, enabled);
    tooltip(ui, "Starts it now (Enter).");
    ImGui::SameLine();
    if (button(ui, "cancel", "Cancel", ButtonStyle::plain, {ui.px(90), ui.px(32)}))
        close_dialog(ui);
    tooltip(ui, "Closes the sheet; nothing is written (Esc).");
    return pressed || (enabled && confirmed_by_key(ui));
}

bool draw_export_foot(Ui& ui, const std::vector<fs::path>& paths, std::vector<fs::path>& asked,
                      bool enabled) {
    const std::string question = enabled && asked == paths ? about_replacing(ui, paths) : "";
    {
        const SheetRoom kept(note_height(ui, 1));
        if (!question.empty()) note(ui, question, ui.palette.error);
    }
    const std::string label = paths.size() > 1   ? fmt::format("Export {} pictures", paths.size())
                              : question.empty() ? "Export"
                                                 : "Replace";
    if (!draw_sheet_foot(ui, label, enabled)) return false;
    if (question.empty() && !about_replacing(ui, paths).empty()) {
        asked = paths;
        return false;
    }
    close_dialog(ui);
    return true;
}

}  // namespace redraw::ui
