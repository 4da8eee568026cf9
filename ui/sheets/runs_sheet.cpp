#include "ui/sheets/runs_sheet.h"

#include "engine/text/numbers.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/row_list.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"
#include "ui/runs/run_choice.h"
#include "ui/runs/run_tree.h"
#include "ui/sheets/runs_foot.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace redraw::ui {
namespace {

constexpr float kWidth = 800;

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
        (shown == all ? runs_of(all)
                      : thousands(std::int64_t(shown)) + " of " + thousands(std::int64_t(all))) +
        (shown > 0 ? ", " + bytes(bytes_of(runs)) : "");
    ImFont* font = ui.view.fonts.small;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, words = text_size(font, count).x;
    ImGui::SetNextItemWidth(room - words - ui.px(16));
    ImGui::InputTextWithHint("##filter", "Name, settings or dB", &sheet.filter);
    focus_stop(ui, "filter", true);
    tooltip(ui, "Lists only the runs that have every word of this.");
    read_out(ui, "runs listed", font, {at.x + room - words, at.y + ui.px(6)}, ui.palette.muted,
             count, "How many runs are listed, and the room that their files take on the disk.");
}

void draw_nothing(Ui& ui, float height) {
    const std::string text = ui.view.recent.empty() ? "No runs yet: drop a picture on the window."
                                                    : "No run has all of these words.";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImFont* font = ui.view.fonts.body;
    read_out(ui, "no runs", font,
             {at.x + (ImGui::GetContentRegionAvail().x - text_size(font, text).x) / 2,
              at.y + height / 2 - ui.px(10)},
             ui.palette.muted, text,
             "Whatever is learned is kept as a run by itself, and listed here.");
}

// True when a run was pressed twice.
bool draw_list(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const float line = ui.px(kRunCard + kRunCardGap);
    // However many they are: filtering, or the trash, does not move the buttons.
    const float others = ui.px(32 + 168) + runs_foot_height(ui, ImGui::GetContentRegionAvail().x);
    const float height = std::clamp(ui.view.window.y - others, line, line * 5.5f);
    const RowList list(ui, "list", {height, line, ui.px(kRunCardGap), false});
    if (runs.empty()) draw_nothing(ui, height);
    if (std::exchange(sheet.scroll, false)) list.scroll_to(place_of(runs, sheet.choice.at));
    const int twice = list.draw(int(runs.size()), [&](int row, const Rect& place) {
        const RecentEntry& run = *runs[std::size_t(row)];
        if (!run_card(ui, run, place, is_chosen(sheet.choice, run.path))) return;
        const ImGuiIO& io = ImGui::GetIO();
        if (io.KeyShift)
            extend_to(sheet.choice, runs, run.path);
        else if (io.KeyCtrl)
            toggle(sheet.choice, run.path);
        else
            choose(sheet.choice, run.path);
    });
    return twice >= 0;
}

void walk(RunsSheet& sheet, const ListedRuns& runs, const KeyPress& press) {
    const auto next = row_after(press.key, place_of(runs, sheet.choice.at), int(runs.size()));
    if (!next) return;
    const std::filesystem::path& path = runs[std::size_t(*next)]->path;
    if (press.shift)
        extend_to(sheet.choice, runs, path);
    else
        choose(sheet.choice, path);
    sheet.scroll = true;
}

// The keys of a list choose, with Shift several; Enter opens: true; F2 renames. In the filter
// letters are its own.
bool handle_list_keys(Ui& ui, const ListedRuns& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    if (ui.state.controls.keyboard_focus || sheet.new_name || sheet.free_asked) return false;
    const bool typing = ImGui::GetIO().WantTextInput;
    bool open = false;
    for (const KeyPress& press : ui.view.keys) {
        walk(sheet, runs, press);
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
