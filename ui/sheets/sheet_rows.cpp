#include "ui/sheets/sheet_rows.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/sheet.h"

#include <imgui_stdlib.h>

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
    return std::ceil(ui.fonts.small->FontSize) * float(lines);
}

float rows_height(const Ui& ui, int rows) {
    return ui.px(26) * float(rows) + ImGui::GetStyle().ItemSpacing.y * float(rows - 1);
}

namespace fs = std::filesystem;
namespace {

// Returns the question about replacing existing files, short enough for one line of the sheet.
std::string about_replacing(const Ui& ui, const ReplaceQuestion& asked) {
    if (asked.existing > 1)
        return fmt::format("{} of these files already exist. Replace them?", asked.existing);
    const std::string rest = " already exists. Replace it?";
    ImFont* font = ui.fonts.small;
    return shortened(font, asked.first,
                     ImGui::GetContentRegionAvail().x - text_size(font, rest).x) +
           rest;
}

// Takes the result of the file lookup. Returns true if the result has arrived and none of the files
// exists.
bool none_exists(Ui& ui, ReplaceQuestion& asked) {
    const auto* kinds = answer_to<PathKinds>(ui, asked.lookup);
    if (!kinds) return false;
    asked.lookup = 0;
    const auto missing = std::ranges::count(*kinds, PathKind::nothing);
    const auto first =
        std::ranges::find_if(*kinds, [](PathKind kind) { return kind != PathKind::nothing; });
    asked.existing = kinds->size() - std::size_t(missing);
    if (asked.existing > 0)
        asked.first = display_name(asked.paths[std::size_t(first - kinds->begin())].filename());
    ui.requests.redraw_after(0);
    return asked.existing == 0;
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
    draw_text(ui, ui.fonts.body, {at.x, at.y + (ui.px(26) - ui.fonts.body->FontSize) / 2},
              ui.palette.muted, label);
    ImGui::SameLine(0, 0);
}

bool draw_chosen_folder(Ui& ui, const char* name, const fs::path& folder, const char* help) {
    const float choose = ui.px(92), room = ImGui::GetContentRegionAvail().x - choose;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImFont* font = ui.fonts.body;
    read_out(ui, name, font, {at.x, at.y + ui.px(6)}, ui.palette.text,
             shortened(font, display_name(folder), room - ui.px(12)), "");
    return button_at(ui, "choose", "Choose…", ButtonStyle::plain,
                     box(at.x + room, at.y, choose, ui.px(26)), {.help = help});
}

void draw_target_rows(Ui& ui, const char* help, std::string& name, Dialog chooser) {
    sheet_row(ui, "Name", help);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText("##name", &name);
    focus_stop(ui, "name", true);
    sheet_row(ui, "Folder", "Where exports go, pictures and films alike.");
    if (draw_chosen_folder(ui, "export folder", export_folder(ui),
                           "Where exports go: another folder."))
        go_to_dialog(ui, chooser);
}

bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled) {
    ImGui::Dummy({1, ui.px(4)});
    const bool pressed =
        sheet_button(ui, "act", label, ButtonStyle::accent, 150, enabled, "Starts it now (Enter).");
    ImGui::SameLine();
    if (sheet_button(ui, "cancel", "Cancel", ButtonStyle::plain, 90, true,
                     "Closes the sheet; nothing is written (Esc)."))
        close_dialog(ui);
    return pressed || (enabled && confirmed_by_key(ui));
}

bool draw_export_foot(Ui& ui, const std::vector<fs::path>& paths, ReplaceQuestion& asked,
                      bool enabled) {
    if (!enabled || asked.paths != paths) asked = {};
    bool act = none_exists(ui, asked);
    {
        const SheetRoom kept(note_height(ui, 1));
        if (asked.lookup != 0 && is_late(ui, asked.since))
            note(ui, "Looking at the folder…", ui.palette.muted);
        if (asked.existing > 0) note(ui, about_replacing(ui, asked), ui.palette.error);
    }
    std::string label = asked.existing > 0 ? "Replace" : "Export";
    if (paths.size() > 1) label = fmt::format("Export {} files", paths.size());
    if (draw_sheet_foot(ui, label, enabled)) {
        act |= asked.existing > 0;
        if (!act && asked.lookup == 0)
            asked = {paths, look_up(ui, PathsLookup{paths}), ui.view.time, 0, {}};
    }
    if (!act || ui.state.sheets.dialog == Dialog::none) return false;
    asked = {};
    close_dialog(ui);
    return true;
}

}  // namespace redraw::ui
