#include "ui/sheets/sheets.h"

#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "ui/kit/sheet.h"
#include "ui/runs/run_card.h"

#include <imgui_stdlib.h>

namespace redraw::ui {

namespace fs = std::filesystem;
namespace {

constexpr float kWidth = 800;  // layout units, like the constants below
constexpr float kAllButtons = 96 + 140 + 96 + 96 + 116 + 124 + 5 * 8, kButtonRow = 40;
constexpr float kWords = 44;  // height of the message: two lines of small text or a field

std::vector<fs::path> not_in_use(const ListedRuns& runs, bool readable) {
    std::vector<fs::path> paths;
    for (const RecentEntry* run : runs) {
        if (run->compared) continue;
        if (!run->open && (!readable || run->problem.empty())) paths.push_back(run->path);
    }
    return paths;
}

double bytes_of(const ListedRuns& runs) {
    double sum = 0;
    for (const RecentEntry* run : runs) sum += run->bytes;
    return sum;
}

void rename_chosen(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const ListedRuns chosen = chosen_runs(sheet.choice, runs);
    if (chosen.size() != 1 || !chosen.front()->problem.empty()) return;
    sheet.choice.at = chosen.front()->path;
    sheet.new_name = chosen.front()->name;
    sheet.name_asked = true;
    ui.requests.expects_field = true;
}

// Moves the selected runs, except open and compared ones, to the trash and selects the next run in
// the list.
void trash_chosen(Ui& ui, const ListedRuns& runs) {
    RunChoice& choice = ui.state.sheets.runs.choice;
    std::vector<fs::path> files = not_in_use(chosen_runs(choice, runs), false);
    if (files.empty()) return;
    const int last = place_of(runs, files.back());
    if (last + 1 < int(runs.size())) choose(choice, runs[std::size_t(last) + 1]->path);
    ui.requests.ask(request::TrashRuns{std::move(files)});
}

void undo_trash(Ui& ui) {
    if (ui.view.trashed > 0) ui.requests.ask(request::RestoreRuns{});
}

void draw_space_question(Ui& ui, const ListedRuns& chosen) {
    std::vector<fs::path> files = not_in_use(chosen, true);
    bool& asked = ui.state.sheets.runs.free_asked;
    note(ui, fmt::format("Thins each of {} to {} moments. Drawings stay as they are now. Removed "
                         "moments cannot be restored.",
                         counted(std::ssize(files), "run"), kKeyframesWithoutSpace));
    ImGui::SetCursorPosY(ui.state.sheets.runs.buttons_y);
    if (main_button(ui, "free space", "Free space", 110, !files.empty(),
                    "Frees space now, in the background. Open runs are not changed.")) {
        ui.requests.ask(request::FreeSpace{std::move(files)});
        asked = false;
    }
    if (next_button(ui, "keep all", "Cancel", 96, true, "Changes nothing.")) asked = false;
}

void draw_name_question(Ui& ui) {
    RunsSheet& sheet = ui.state.sheets.runs;
    std::string& name = *sheet.new_name;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool entered =
        ImGui::InputText("##new name", &name,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (std::exchange(sheet.name_asked, false)) type_into_last(ui);
    focus_stop(ui, "new name", true);
    tooltip(ui, "The name in this list; the file keeps its own name.");
    const bool fits =
        name.find_first_not_of(' ') != std::string::npos && name.size() <= kLongestRunName;
    ImGui::SetCursorPosY(sheet.buttons_y);
    const bool pressed =
        main_button(ui, "rename run", "Rename", 110, fits, "Renames the run (Enter).");
    const bool left = next_button(ui, "keep name", "Cancel", 96, true, "Keeps the old name.");
    const bool renamed = fits && (entered || pressed);
    if (renamed) ui.requests.ask(request::RenameRun{sheet.choice.at, std::exchange(name, {})});
    if (renamed || left) sheet.new_name.reset();
}

// Draws a message: how many runs are selected, or how many were moved to the trash last.
void draw_line(Ui& ui, const ListedRuns& chosen) {
    if (chosen.size() > 1)
        return note(
            ui, counted(std::ssize(chosen), "run") + " selected, " + bytes(bytes_of(chosen)) + ".");
    const std::size_t trashed = ui.view.trashed;
    if (trashed == 0) return;
    const std::string text = "Moved " + counted(std::int64_t(trashed), "run") + " to the trash. ";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = read_out(ui, "moved to the trash", ui.fonts.body, at, ui.palette.muted,
                                 text, "They stay in the desktop's trash until it is emptied.");
    ImGui::SetCursorScreenPos({at.x + width, at.y - ui.px(1)});
    if (text_button(ui, "undo trash", "Put back")) undo_trash(ui);
    tooltip(ui, "Restores the runs moved to the trash last (Ctrl+Z).");
}

void draw_buttons(Ui& ui, const ListedRuns& runs, const ListedRuns& chosen, bool open_asked) {
    const RecentEntry* run = chosen.size() == 1 ? chosen.front() : nullptr;
    const bool readable = run && run->problem.empty();
    const bool other = readable && !run->open;
    const auto ask = [&](const Request& request) {
        ui.requests.ask(request);
        close_dialog(ui);
    };
    const bool opened =
        main_button(ui, "open run", "Open", 96, other,
                    "Opens the run (Enter, or a double click). Learn continues it.");
    if (other && (opened || open_asked)) ask(request::Open{run->path});
    const bool new_run = !ui.view_only();  // a new run needs write access
    if (next_button(ui, "use settings", "Use its settings", 140, readable && new_run,
                    !new_run ? ui.status.view_only
                    : ui.has_run()
                        ? "Starts a new run of the open picture with these settings. The "
                          "open run stays in this list."
                        : "Starts a new run of this picture with these settings."))
        ask(request::ReuseSettings{run->path});
    if (next_button(ui, "compare", "Compare", 96, other && ui.has_run(),
                    "Shows this run's drawing, curve and settings beside those of the open run."))
        ask(command::CompareWith{run->path});
    if (next_button(ui, "rename", "Rename…", 96, readable, "Renames the run in this list (F2)."))
        rename_chosen(ui, runs);
    const std::size_t packing = ui.view.packing;
    if (next_button(ui, "free", packing > 0 ? fmt::format("{} left", packing) : "Free space…", 116,
                    packing == 0 && !not_in_use(chosen, true).empty(),
                    "Thins out the moments of the selected runs (Ctrl+A selects all)."))
        ui.state.sheets.runs.free_asked = true;
    const bool one_row = ImGui::GetContentRegionAvail().x >= ui.px(kAllButtons);
    if ((one_row ? end_button : next_button)(
            ui, "trash", "Move to trash", 124, !not_in_use(chosen, false).empty(),
            "Moves the selected runs to the desktop's trash (Delete)."))
        trash_chosen(ui, runs);
}

// Returns the height of the sheet's foot if its contents are `width` wide; both in pixels.
float runs_foot_height(const Ui& ui, float width) {
    return ui.px(kWords + 32 + kButtonRow * (std::ceil(ui.px(kAllButtons) / width) - 1));
}

// Draws the foot below the list: a message or question about the selected runs, and the buttons for
// them. The message area has a fixed height, so that nothing moves. `open`: opens the selected run,
// like the button "Open".
void draw_runs_foot(Ui& ui, const ListedRuns& runs, bool open) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const ListedRuns chosen = chosen_runs(sheet.choice, runs);
    sheet.buttons_y = ImGui::GetCursorPosY() + ui.px(kWords);
    if (sheet.free_asked) return draw_space_question(ui, chosen);
    if (sheet.new_name) return draw_name_question(ui);
    draw_line(ui, chosen);
    ImGui::SetCursorPosY(sheet.buttons_y);
    draw_buttons(ui, runs, chosen, open);
}

ListedRuns listed(const Ui& ui) {
    ListedRuns runs;
    for (const RecentEntry& run : ui.view.recent)
        if (matches(run, ui.state.sheets.runs.filter)) runs.push_back(&run);
    return runs;
}

std::filesystem::path first_to_open(const ListedRuns& runs) {
    for (const RecentEntry* run : runs)
        if (!run->open && run->problem.empty()) return run->path;
    return {};
}

void draw_filter(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const std::size_t all = ui.view.recent.size(), shown = runs.size();
    const std::string count =
        (shown == all ? counted(std::int64_t(all), "run")
                      : thousands(std::int64_t(shown)) + " of " + thousands(std::int64_t(all))) +
        (shown > 0 ? ", " + bytes(bytes_of(runs)) : "");
    ImFont* font = ui.fonts.small;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, words = text_size(font, count).x;
    filter_field(ui, sheet.filter, "Filter by name, settings or dB", room - words - ui.px(16),
                 sheet.focus, "Lists only the runs that contain all these words.");
    read_out(ui, "runs listed", font, {at.x + room - words, at.y + ui.px(6)}, ui.palette.muted,
             count, "The runs listed, and the disk space of their files.");
}

void choose_or_extend(RunChoice& choice, const ListedRuns& runs, const fs::path& path,
                      bool extend) {
    if (extend)
        extend_to(choice, runs, path);
    else
        choose(choice, path);
}

// Draws the list of runs. Returns true if a run was double-clicked.
bool draw_list(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const float line = ui.px(kRunCard + kRunCardGap);
    // The height does not depend on the number of runs, so filtering and deleting do not move the
    // buttons.
    const float others = ui.px(32 + 168) + runs_foot_height(ui, ImGui::GetContentRegionAvail().x);
    const int twice = draw_rows(
        ui, "list",
        {.height = std::clamp(ui.view.window.y - others, line, line * 5.5f),
         .line = line,
         .gap = ui.px(kRunCardGap),
         .framed = false,
         .when_empty = ui.view.recent.empty() ? "No runs yet: drop a picture on the window."
                                              : "No matching runs.",
         .why_empty = "Every picture that is learned is saved as a run, and listed here."},
        int(runs.size()), place_of(runs, sheet.choice.at), sheet.scroll,
        [&](int row, const Rect& place) {
            const std::filesystem::path& path = runs[std::size_t(row)]->path;
            if (!run_card(ui, *runs[std::size_t(row)], place, is_chosen(sheet.choice, path)))
                return;
            if (ImGui::GetIO().KeyCtrl && !ImGui::GetIO().KeyShift)
                toggle(sheet.choice, path);
            else
                choose_or_extend(sheet.choice, runs, path, ImGui::GetIO().KeyShift);
        });
    return twice >= 0;
}

// Handles the list's keys: arrows select, with Shift several runs; F2 renames. Returns true if
// Enter should open the selected run. Ctrl+A, Ctrl+Z and Delete do not apply to the list while the
// user types in the filter.
bool handle_list_keys(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    if (ui.state.controls.keyboard_focus || sheet.new_name || sheet.free_asked) return false;
    const bool typing = is_typing(ui);
    bool open = false;
    for (const KeyPress& press : ui.view.keys) {
        if (const auto next =
                row_after(ui, press.key, place_of(runs, sheet.choice.at), int(runs.size()))) {
            choose_or_extend(sheet.choice, runs, runs[std::size_t(*next)]->path, press.shift);
            sheet.scroll = true;
        }
        open |= press.key == Key::enter;
        if (press.key == Key::f2) rename_chosen(ui, runs);
        if (typing) continue;
        if (press.key == Key::a && press.ctrl) choose_all(sheet.choice, runs);
        if (press.key == Key::z && press.ctrl && !press.shift) undo_trash(ui);
        if (press.key == Key::del && !press.repeated) trash_chosen(ui, runs);
    }
    return open;
}

}  // namespace

void draw_runs_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Runs", kWidth)) return;
    RunsSheet& sheet = ui.state.sheets.runs;
    const auto runs = listed(ui);
    draw_filter(ui, runs);
    keep_listed(sheet.choice, runs, first_to_open(runs));
    ImGui::Dummy({1, ui.px(2)});
    const bool entered = handle_list_keys(ui, runs);
    const bool twice = draw_list(ui, runs);
    ImGui::Dummy({1, ui.px(4)});
    draw_runs_foot(ui, runs, entered || twice);
    end_sheet(ui);
}

}  // namespace redraw::ui
