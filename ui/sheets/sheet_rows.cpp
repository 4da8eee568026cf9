#include "ui/sheets/sheet_rows.h"

#include "engine/system/file_name.h"
#include "engine/text/display_name.h"
#include "ui/kit/sheet.h"

#include <imgui_stdlib.h>

#include <charconv>

namespace redraw::ui {

SheetColumns::SheetColumns(Ui& ui, float left, float right) {
    // Gives up a scroll bar's width. Otherwise a sheet with one would lay the columns out one below
    // the other, which is higher still, so that the scroll bar would stay.
    const float room = ImGui::GetContentRegionAvail().x - ui.px(left) - ui.px(kBetween);
    beside_ = room >= ui.px(right) - ImGui::GetStyle().ScrollbarSize;
    if (!beside_) return;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(kBetween) / 2, 0});
    ImGui::BeginTable("columns", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX);
    ImGui::TableSetupColumn("left", ImGuiTableColumnFlags_WidthFixed, ui.px(left));
    ImGui::TableSetupColumn("right", ImGuiTableColumnFlags_WidthFixed,
                            std::min(room, ui.px(right)));
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

void draw_problem(Ui& ui, int lines, const std::string& problem, const std::string& otherwise) {
    const SheetRoom kept(note_height(ui, lines));
    if (problem.empty())
        note(ui, otherwise);
    else
        note(ui, problem, ui.palette.error);
}

float rows_height(const Ui& ui, int rows) {
    return ui.px(26) * float(rows) + ImGui::GetStyle().ItemSpacing.y * float(rows - 1);
}

namespace fs = std::filesystem;
namespace {

// Returns the question about replacing existing files, short enough for one line of the sheet.
std::string about_replacing(const Ui& ui, const ReplaceQuestion& asked) {
    if (asked.existing > 1) return fmt::format("{} of these files already exist.", asked.existing);
    const std::string rest = " already exists.";
    const float room = ImGui::GetContentRegionAvail().x - text_size(ui.fonts.small, rest).x;
    return shortened(ui.fonts.small, asked.first, room) + rest;
}

// Returns the name with a number behind it, or with the next number: "lion" becomes "lion-2", and
// "lion-2.html" becomes "lion-3.html".
std::string next_name(const std::string& name) {
    const fs::path path(name);
    std::string stem = path.stem().string();
    const auto dash = stem.rfind('-');
    int number = 2;
    if (dash != stem.npos && dash > 0) {
        const std::string_view digits = std::string_view(stem).substr(dash + 1);
        int now = 0;
        const auto [end, error] = std::from_chars(digits.begin(), digits.end(), now);
        if (error == std::errc() && end == digits.end() && now >= 2 && now < 100) {
            number = now + 1;
            stem.erase(dash);
        }
    }
    return fmt::format("{}-{}{}", stem, number, path.extension().string());
}

// Stores in `asked` which of its files exist, once the answer has arrived. Returns true if it has
// arrived and none exists.
bool none_exists(Ui& ui, ReplaceQuestion& asked) {
    const auto* kinds = take_answer<PathKinds>(ui, asked.lookup);
    if (!kinds) return false;
    for (std::size_t i = 0; i < kinds->size(); ++i)
        if ((*kinds)[i] != PathKind::nothing && asked.existing++ == 0)
            asked.first = display_name(asked.paths[i].filename());
    return asked.existing == 0;
}

// Moves the cursor down to where the foot of the open sheet begins, `above` pixels higher.
void move_to_foot(Ui& ui, float above = 0) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x, std::max(at.y, ui.state.sheets.foot_y - above)});
}

}  // namespace

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

void text_row(Ui& ui, const char* label, const std::string& help, std::string& text) {
    sheet_row(ui, label, help);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText(fmt::format("##{}", label).c_str(), &text);
    focus_stop(ui, lower(label), true);
}

void row_text(Ui& ui, std::string_view name, ImFont* font, ImU32 colour, const std::string& text,
              const std::string& help, float kept) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - kept, height = ui.px(26);
    read_out(ui, name, font, {at.x, at.y + (height - font->FontSize) / 2}, colour,
             shortened(font, text, width), help);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, height});
}

bool picture_button(Ui& ui, const char* name, const Rect& cell, const Texture& picture, bool chosen,
                    const std::string& help) {
    ImGui::SetCursorScreenPos(cell.min());
    const bool pressed = ImGui::InvisibleButton(name, cell.size());
    const bool hot = ImGui::IsItemHovered();
    focus_ring(ui, name);
    tooltip(ui, help);
    fill(cell, ui.palette.well, ui.px(5));
    if (picture.there()) {
        const Rect place = cell.fitted(picture.width, picture.height);
        ImGui::GetWindowDrawList()->AddImage(picture.id, place.min(), place.max());
    }
    if (chosen || hot)
        frame(cell, chosen ? ui.palette.accent_text : ui.palette.muted, ui.px(5), ui.px(1.5f));
    return pressed;
}

bool draw_chosen_folder(Ui& ui, const char* name, const fs::path& folder, const char* help) {
    const float choose = ui.px(92), gap = ui.px(12);
    row_text(ui, name, ui.fonts.body, ui.palette.text, display_name(folder), "", choose + gap);
    ImGui::SameLine(0, gap);
    return button(ui, "choose", "Choose…", ButtonStyle::plain, {choose, ui.px(26)}, {.help = help});
}

bool is_file_name(const std::string& name) {
    return !name.empty() && why_no_file_name(name).empty();
}

void draw_target_rows(Ui& ui, const char* help, std::string& name) {
    text_row(ui, "Name", help, name);
    sheet_row(ui, "Folder", "Where exports go, pictures and films alike.");
    if (draw_chosen_folder(ui, "export folder", export_folder(ui),
                           "Chooses another folder for exports."))
        go_to_dialog(ui, Dialog::export_folder);
}

bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled,
                     const std::function<void()>& draw_next) {
    move_to_foot(ui);
    ImGui::Dummy({1, ui.px(4)});
    const bool pressed = main_button(ui, "act", label, 150, enabled, label + " (Enter).");
    if (next_button(ui, "cancel", "Cancel", 90, true, "Closes the sheet (Esc).")) close_dialog(ui);
    if (draw_next) draw_next();
    return pressed || (enabled && confirmed_by_key(ui));
}

bool draw_export_foot(Ui& ui, std::string& name, const std::vector<fs::path>& paths, bool enabled) {
    ReplaceQuestion& asked = ui.state.sheets.replaced;
    const auto look = [&](bool keep_both) {
        asked = {paths, look_up(ui, PathsLookup{paths}), 0, {}, keep_both};
    };
    if (enabled && asked.paths != paths && asked.keep_both) look(true);
    if (!enabled || asked.paths != paths) asked = {};
    bool act = none_exists(ui, asked);
    if (asked.existing > 0 && asked.keep_both) name = next_name(name);
    move_to_foot(ui, note_height(ui, 1) + ImGui::GetStyle().ItemSpacing.y);
    {
        const SheetRoom kept(note_height(ui, 1));
        if (is_late(ui, asked.lookup)) note(ui, "Looking at the folder…");
        if (asked.existing > 0 && !asked.keep_both)
            note(ui, about_replacing(ui, asked), ui.palette.error);
    }
    std::string label = "Export";
    if (paths.size() > 1) label = fmt::format("Export {} files", paths.size());
    const bool asks = asked.existing > 0 && !asked.keep_both;
    const std::function<void()> keep_both = [&] {
        if (!next_button(ui, "keep both", "Keep both", 110, true,
                         "Exports under another name, with a number added."))
            return;
        name = next_name(name);
        asked.keep_both = true;
        ui.requests.redraw_after(0);
    };
    if (draw_sheet_foot(ui, asks ? "Replace" : label, enabled,
                        asks ? keep_both : std::function<void()>())) {
        act |= asks;
        if (!act && !asked.lookup) look(false);
    }
    if (!act || ui.state.sheets.dialog == Dialog::none) return false;
    asked = {};
    close_dialog(ui);
    return true;
}

}  // namespace redraw::ui
