#include "ui/sheets/runs_sheet.h"

#include "engine/run/keyframes.h"
#include "engine/text/numbers.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"
#include "ui/runs/run_tree.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace redraw::ui {
namespace {

constexpr float kWidth = 720;

std::vector<const RecentEntry*> listed(const Ui& ui) {
    std::vector<const RecentEntry*> runs;
    for (const RecentEntry& run : ui.view.recent)
        if (matches(run, ui.state.sheets.runs.filter)) runs.push_back(&run);
    return runs;
}

int place_of(const std::vector<const RecentEntry*>& runs, const std::filesystem::path& path) {
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->path.native() == path.native()) return int(i);
    return -1;
}

std::filesystem::path first_to_open(const std::vector<const RecentEntry*>& runs) {
    for (const RecentEntry* run : runs)
        if (!run->open && run->problem.empty()) return run->path;
    return {};
}

double bytes_of(const std::vector<const RecentEntry*>& runs) {
    return std::accumulate(runs.begin(), runs.end(), 0.0,
                           [](double sum, const RecentEntry* run) { return sum + run->bytes; });
}

std::string runs_of(std::size_t count) {
    return count == 1 ? "1 run" : thousands(std::int64_t(count)) + " runs";
}

void draw_filter(Ui& ui, const std::vector<const RecentEntry*>& runs) {
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
    draw_text(ui, font, {at.x + room - words, at.y + ui.px(6)}, ui.palette.muted, count);
}

void draw_nothing(Ui& ui, float height) {
    const std::string text = ui.view.recent.empty() ? "No runs yet: drop a picture on the window."
                                                    : "No run has all of these words.";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImFont* font = ui.view.fonts.body;
    draw_text(ui, font,
              {at.x + (ImGui::GetContentRegionAvail().x - text_size(font, text).x) / 2,
               at.y + height / 2 - ui.px(10)},
              ui.palette.muted, text);
}

// True when a run was pressed twice.
bool draw_list(Ui& ui, const std::vector<const RecentEntry*>& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    const float line = ui.px(kRunCard + kRunCardGap), room = ImGui::GetContentRegionAvail().x;
    // Of all runs: filtering does not move the buttons.
    const float all = line * float(std::clamp<std::size_t>(ui.view.recent.size(), 2, 1000));
    const float height = std::min({all, line * 5.5f, ui.view.window.y - ui.px(32 + 200)});
    bool twice = false;
    ImGui::BeginChild("list", {room, height});
    if (runs.empty()) draw_nothing(ui, height);
    if (std::exchange(sheet.scroll, false)) {
        const float top = line * float(std::max(0, place_of(runs, sheet.chosen)));
        const float seen = ImGui::GetScrollY();
        if (top < seen || top + line > seen + height)
            ImGui::SetScrollY(top < seen ? top : top + line - height);
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // The scrollbar lies beside the cards.
    const float width = line * float(runs.size()) > height + 1 ? room - ui.px(14) : room;
    const int first = std::max(0, int(ImGui::GetScrollY() / line) - 1);
    const int last = std::min(int(runs.size()), first + int(height / line) + 4);
    for (int i = first; i < last; ++i) {
        const RecentEntry& run = *runs[std::size_t(i)];
        const float y = at.y + line * float(i);
        if (run_card(ui, run, {at.x, y, at.x + width, y + line}, run.path == sheet.chosen))
            sheet.chosen = run.path;
        twice |= ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
    ImGui::SetCursorScreenPos({at.x, at.y + line * float(runs.size()) - ui.px(8)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    return twice;
}

// Up and Down choose, Enter opens: true.
bool handle_list_keys(Ui& ui, const std::vector<const RecentEntry*>& runs) {
    RunsSheet& sheet = ui.state.sheets.runs;
    bool open = false;
    if (ui.state.controls.keyboard_focus) return false;
    for (const KeyPress& press : ui.view.keys) {
        const int step = press.key == Key::down ? 1 : press.key == Key::up ? -1 : 0;
        if (step != 0 && !runs.empty()) {
            const int now = place_of(runs, sheet.chosen);
            const int next = std::clamp(now < 0 ? 0 : now + step, 0, int(runs.size()) - 1);
            sheet.chosen = runs[std::size_t(next)]->path;
            sheet.scroll = true;
        }
        open |= press.key == Key::enter;
    }
    return open;
}

// What is asked before moments go: true while it is, in the place of the foot.
bool draw_free_space(Ui& ui, const std::vector<const RecentEntry*>& runs) {
    bool& asked = ui.state.sheets.runs.free_asked;
    if (!asked) return false;
    std::vector<std::filesystem::path> closed;
    for (const RecentEntry* run : runs)
        if (!run->open && run->problem.empty()) closed.push_back(run->path);
    note(ui,
         fmt::format("Keeps {} moments of each of the {} in this list, where there are more, and "
                     "packs what an older Redraw wrote. The drawings as they are now stay; the "
                     "moments between do not come back.",
                     kKeyframesWithoutSpace, runs_of(closed.size())),
         ui.palette.muted);
    if (button(ui, "free space", "Free space", ButtonStyle::accent, {ui.px(110), ui.px(32)},
               Icon::none, !closed.empty())) {
        ui.requests.ask(request::FreeSpace{std::move(closed)});
        asked = false;
    }
    ImGui::SameLine();
    if (button(ui, "keep all", "Keep all", ButtonStyle::plain, {ui.px(96), ui.px(32)}))
        asked = false;
    return true;
}

void draw_foot(Ui& ui, const RecentEntry* run, bool open_asked) {
    const bool readable = run && run->problem.empty();
    const bool other = readable && !run->open;
    const auto act = [&](const char* id, const char* label, ButtonStyle view, float width,
                         bool enabled, const char* help) {
        const bool pressed =
            button(ui, id, label, view, {ui.px(width), ui.px(32)}, Icon::none, enabled);
        tooltip(ui, help);
        return pressed;
    };
    Requests& r = ui.requests;
    if (act("open run", "Open", ButtonStyle::accent, 96, other,
            "Opens the run (Enter, or a double click). It goes on when you press Train.") ||
        (open_asked && other)) {
        r.ask(request::Open{run->path});
        close_dialog(ui);
    }
    ImGui::SameLine();
    const bool new_run = !ui.view_only();  // of the open picture
    if (act("use settings", "Use its settings", ButtonStyle::plain, 140, readable && new_run,
            !new_run       ? ui.status.view_only.c_str()
            : ui.has_run() ? "A new run of the open picture with the settings of this one. The run "
                             "that is open stays in this list."
                           : "Learns this run's picture anew with its settings.")) {
        r.ask(request::ReuseSettings{run->path});
        close_dialog(ui);
    }
    ImGui::SameLine();
    if (act("compare", "Compare", ButtonStyle::plain, 96, other && ui.has_run(),
            "Shows its drawing, curve and settings beside those of the open run.")) {
        r.ask(command::CompareWith{run->path});
        close_dialog(ui);
    }
    const float trash = ui.px(124), free = ui.px(116);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - trash - ui.px(8) - free);
    const std::size_t packing = ui.view.packing;
    if (act("free", packing > 0 ? fmt::format("{} left", packing).c_str() : "Free space…",
            ButtonStyle::plain, 116, packing == 0 && !ui.view.recent.empty(),
            "Packs the runs in this list and keeps fewer moments of each."))
        ui.state.sheets.runs.free_asked = true;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - trash);
    if (act("trash", "Move to trash", ButtonStyle::plain, 124, run && !run->open,
            "Moves the file to the desktop's trash, where it can be restored."))
        r.ask(request::TrashRun{run->path});
}

}  // namespace

void draw_runs_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Runs", kWidth)) return;
    RunsSheet& sheet = ui.state.sheets.runs;
    const auto runs = listed(ui);
    draw_filter(ui, runs);
    if (place_of(runs, sheet.chosen) < 0) sheet.chosen = first_to_open(runs);
    ImGui::Dummy({1, ui.px(2)});
    const bool entered = handle_list_keys(ui, runs);
    const bool twice = draw_list(ui, runs);
    ImGui::Dummy({1, ui.px(4)});
    const int chosen = place_of(runs, sheet.chosen);
    if (!draw_free_space(ui, runs))
        draw_foot(ui, chosen < 0 ? nullptr : runs[std::size_t(chosen)], entered || twice);
    end_sheet(ui);
}

}  // namespace redraw::ui
