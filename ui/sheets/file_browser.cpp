#include "ui/sheets/sheets.h"

#include "engine/text/display_name.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"

#include <imgui_stdlib.h>

namespace redraw::ui {
namespace fs = std::filesystem;

namespace {

void go_to(Browser& browser, const fs::path& folder) {
    const bool all = browser.all_files;
    const int visits = browser.visits;
    browse(browser, folder, browser.typed);
    browser.all_files = all;
    browser.visits = visits + 1;
    browser.focus = ImGui::GetIO().WantTextInput;  // keeps typing in the filter
}

// Asks whether the path is a folder or a file. finish_taking() then opens the folder in the
// browser, or takes the file as the user's choice.
void take(Ui& ui, const Purpose& purpose, const fs::path& path) {
    AwaitedPath& taken = ui.state.sheets.browser.taken;
    if (taken.lookup && taken.path == path) return;
    const fs::path file = purpose.saving() ? named_for(purpose, path) : path;
    taken = {path, look_up(ui, PathsLookup{{path, file}})};
}

void finish_taking(Ui& ui, const Purpose& purpose) {
    Browser& b = ui.state.sheets.browser;
    if (purpose_of(ui, ui.state.sheets.dialog) != &purpose) return;
    const auto* kinds = take_answer<PathKinds>(ui, b.taken.lookup);
    if (!kinds) return;
    fs::path path = std::exchange(b.taken, {}).path;
    if (kinds->front() == PathKind::folder) {
        if (!purpose.saving()) b.typed.clear();
        return go_to(b, path);
    }
    if (purpose.saving()) path = named_for(purpose, path);
    const bool exists = kinds->back() != PathKind::nothing;
    if (purpose.saving() && exists && !b.replace_asked) {
        b.replace_asked = true;
        b.problem = display_name(path.filename()) + " already exists. Replace it?";
    } else if (!purpose.saving() && !exists) {
        b.problem = display_name(path) + " does not exist.";
    } else {
        finish_with(ui, path);
    }
}

// Handles Enter and the main button: takes the typed path, the selected entry or the listed folder.
void accept(Ui& ui, const Purpose& purpose) {
    if (purpose_of(ui, ui.state.sheets.dialog) != &purpose)
        return;  // closed already: Enter was pressed twice in one frame
    Browser& b = ui.state.sheets.browser;
    if (!b.typed.empty())
        take(ui, purpose, typed_path(b, ui.view.home_folder));
    else if (b.selected >= 0 && b.selected < int(b.entries.size()))
        take(ui, purpose, b.entries[b.selected].path);
    else if (purpose.kind == FileQuestion::Kind::folder)
        finish_with(ui, b.folder);
}

void draw_places(Ui& ui) {
    Browser& b = ui.state.sheets.browser;
    if (button(ui, "up", "Up", ButtonStyle::plain, {0, ui.px(26)},
               {.enabled = b.folder.has_relative_path(), .help = "The folder above (Backspace)."}))
        go_to(b, b.folder.parent_path());
    const std::pair<const char*, fs::path> places[] = {
        {"Home", ui.view.home_folder},
        {"Pictures",
         ui.view.pictures_folder == ui.view.home_folder ? fs::path() : ui.view.pictures_folder},
        {"Last used", ui.state.preferences.open_folder}};
    for (const auto& [name, folder] : places) {
        if (folder.empty()) continue;
        ImGui::SameLine(0, ui.px(6));
        if (button(ui, name, name, ButtonStyle::plain, {0, ui.px(26)},
                   {.help = display_name(folder) + "."}))
            go_to(b, folder);
    }
    ImGui::SameLine(0, ui.px(14));
    ImFont* font = ui.fonts.small;
    std::string path = display_name(b.folder);
    const float room = ImGui::GetContentRegionAvail().x - ui.px(4);
    while (text_size(font, path).x > room && path.size() > 4) {  // drops folders from the left
        const auto slash = path.find('/', 4);
        path.replace(0, slash == std::string::npos ? 4 : slash, "…");
    }
    row_text(ui, "folder", font, ui.palette.muted, path,
             "The listed folder: " + display_name(b.folder));
}

void select(Browser& browser, const Purpose& purpose, int entry) {
    browser.selected = entry;
    if (!purpose.saving()) browser.typed.clear();
}

void draw_row(Ui& ui, const Purpose& purpose, int index, const Rect& place) {
    Browser& b = ui.state.sheets.browser;
    const BrowserEntry& entry = b.entries[std::size_t(index)];
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, entry.name);
    if (ImGui::Selectable("##entry", b.selected == index, ImGuiSelectableFlags_AllowDoubleClick))
        select(b, purpose, index);
    name_control(ui, entry.name);
    explain_when_asked(ui, entry.folder ? "A folder: double click to enter it."
                                        : "A file: double click to choose it.");
    const float detail = ui.px(80);
    draw_text(ui, ui.fonts.body, {place.x0 + ui.px(4), place.y0},
              entry.folder ? ui.palette.accent_text : ui.palette.text,
              shortened(ui.fonts.body, entry.name + (entry.folder ? "/" : ""),
                        place.width() - detail - ui.px(8)));
    if (!entry.folder)
        draw_text_before(ui, ui.fonts.small, {place.x1 - ui.px(4), place.y0 + 1}, ui.palette.muted,
                         bytes(double(entry.size)));
}

int row_of_selected(const Browser& b, const std::vector<int>& shown) {
    const auto found = std::ranges::find(shown, b.selected);
    return found == shown.end() ? -1 : int(found - shown.begin());
}

void draw_list(Ui& ui, const Purpose& purpose, const std::vector<int>& shown) {
    Browser& b = ui.state.sheets.browser;
    const char* empty = b.listing            ? is_late(ui, b.listing) ? "Reading the folder…" : ""
                        : !b.entries.empty() ? "No matching names."
                        : purpose.saving()   ? "No matching files here."
                                             : "No pictures or runs here.";
    const int twice = draw_rows(
        ui, "entries",
        {.height = std::clamp(ui.view.window.y - ui.px(300), ui.px(120), ui.px(320)),
         .line = ImGui::GetTextLineHeightWithSpacing(),
         .when_empty = empty},
        int(shown.size()), row_of_selected(b, shown), b.scroll,
        [&](int row, const Rect& place) { draw_row(ui, purpose, shown[std::size_t(row)], place); });
    if (twice >= 0) take(ui, purpose, b.entries[std::size_t(shown[std::size_t(twice)])].path);
}

void handle_list_keys(Ui& ui, const Purpose& purpose, const std::vector<int>& shown) {
    Browser& b = ui.state.sheets.browser;
    for (const KeyPress& press : ui.view.keys) {
        const auto next = row_after(ui, press.key, row_of_selected(b, shown), int(shown.size()));
        if (next) {
            select(b, purpose, shown[std::size_t(*next)]);
            b.scroll = true;
        } else if (press.key == Key::enter) {
            accept(ui, purpose);
        } else if (press.key == Key::backspace && !is_typing(ui) && b.folder.has_relative_path()) {
            go_to(b, b.folder.parent_path());
        }
    }
}

}  // namespace

void draw_file_browser(Ui& ui) {
    const Purpose& purpose = *purpose_of(ui, ui.state.sheets.dialog);
    const bool files = purpose.kind == FileQuestion::Kind::open;
    if (!begin_sheet(ui, purpose.title, 640)) return;
    Browser& b = ui.state.sheets.browser;
    refresh(ui, !files, files ? purpose.extensions : std::span<const std::string_view>());
    draw_places(ui);

    const float width = files ? -ui.px(110) : -1;
    ImGui::PushID(b.visits);
    const bool filtered = filter_field(ui, b.filter, "Filter by name", width, b.focus,
                                       "Lists only names that contain this.");
    ImGui::PopID();
    if (files) {
        ImGui::SameLine();
        if (toggle_chip(ui, "all", "All files", b.all_files, {ui.px(102), ui.px(26)})) {
            b.all_files = !b.all_files;
            b.stale = true;
        }
        tooltip(ui,
                "Lists all files. Redraw recognises pictures and runs by their "
                "contents.");
    }
    const std::vector<int> shown = matching(b);
    if (filtered && !purpose.saving())
        b.selected = shown.empty() || b.filter.empty() ? -1 : shown.front();
    draw_list(ui, purpose, shown);
    const char* label = b.replace_asked ? "Replace" : purpose.act;
    const float act = text_size(ui.fonts.strong, label).x + ui.px(28);
    ImGui::SetNextItemWidth(-act - ui.px(8));
    const std::string before = b.typed;
    ImGui::InputTextWithHint("##path", purpose.saving() ? "File name" : "Or type a path", &b.typed);
    focus_stop(ui, "path", true);
    tooltip(ui, purpose.saving() ? "The name of the file, or a path to another folder."
                                 : "The path of a file or a folder; ~ is the home folder.");
    if (b.typed != before) {
        b.replace_asked = false;
        b.taken = {};
    }
    ImGui::SameLine();
    const bool ready = !files || !b.typed.empty() || b.selected >= 0;
    const bool accepted = button(ui, "accept", label, ButtonStyle::accent, {act, ui.px(26)},
                                 {.enabled = ready, .help = std::string(label) + " (Enter)."});
    if (accepted)
        accept(ui, purpose);
    else if (ui.state.sheets.dialog != Dialog::none)
        handle_list_keys(ui, purpose, shown);
    finish_taking(ui, purpose);
    if (is_late(ui, b.taken.lookup))
        note(ui, "Checking " + display_name(b.taken.path) + "…");
    else if (!b.problem.empty())
        note(ui, b.problem, ui.palette.error);
    end_sheet(ui);
}

}  // namespace redraw::ui
