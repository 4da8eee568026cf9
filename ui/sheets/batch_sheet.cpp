#include "ui/sheets/sheets.h"

#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "ui/kit/sheet.h"
#include "ui/kit/tooltips.h"
#include "ui/sheets/batch_plan.h"
#include "ui/sheets/batch_row.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr float kBatchWidth = 760;
constexpr float kButtons = 118 + 160 + 70 + 124 + 4 * 8,
                kAtOnce = 64 + 96;  // widths in layout units

// Returns true if the sheet is too narrow for "In parallel" to share a line with the buttons.
bool is_narrow(const Ui& ui) {
    return std::min(ui.px(kBatchWidth), ui.view.window.x - ui.px(32)) <
           ui.px(kButtons + kAtOnce + kSheetEdges);
}

// The pictures that the list shows under its filter, and the number of pictures for each filter.
struct ShownPictures {
    std::vector<std::size_t> rows;
    std::array<std::int64_t, 5> counts{};  // indexed by BatchShown
};

ShownPictures pictures_shown(const BatchView& status, BatchShown shown) {
    ShownPictures found;
    const auto& pictures = status.batch.pictures();
    found.counts[0] = std::ssize(pictures);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const BatchShown kind = kind_of(pictures[i].state, being_made(status, i) != nullptr);
        ++found.counts[std::size_t(kind)];
        if (shown == BatchShown::all || shown == kind) found.rows.push_back(i);
    }
    return found;
}

// Returns the warning that the user must see before an untrusted batch continues.
std::string strange_plan(const BatchView& status) {
    return "This batch may come from another machine. Resume runs redraw " +
           excerpt(shell_line(status.batch.plan().settings), 600) + " for each picture below " +
           display_name(status.pictures_folder) + ".";
}

void draw_batch_whole(Ui& ui, const BatchView& status) {
    const Fonts& fonts = ui.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string left =
        status.seconds_left > 0 ? duration(status.seconds_left) + " left" : "";  // NaN: no text
    const float words = text_size(fonts.body, left).x;
    read_out(ui, "batch time left", fonts.body, {at.x + room - words, at.y}, ui.palette.text, left,
             "The time left, estimated from the finished pictures.");
    const std::string folder = display_name(status.batch.plan().folder);
    read_out(ui, "batch folder", fonts.small, {at.x, at.y + 1}, ui.palette.muted,
             shortened(fonts.small, "Results in " + folder, room - words - ui.px(20)),
             "The folder of the results: " + folder + ".");
    const float y = at.y + ui.px(26);
    const Rect bar{at.x, y, at.x + room, y + ui.px(6)};
    progress_bar(ui, bar, status.batch.progress(status.being_made), ui.palette.muted);
    read_out(ui, "batch progress", {bar.x0, bar.y0 - ui.px(4), bar.x1, bar.y1 + ui.px(4)},
             status.batch.tally() + ".");
    ImGui::SetCursorScreenPos({at.x, bar.y1 + ui.px(10)});
}

void draw_shown_chips(Ui& ui, const std::array<std::int64_t, 5>& counts) {
    BatchList& list = ui.state.of<BatchList>();
    const std::pair<BatchShown, const char*> all[] = {{BatchShown::all, "All"},
                                                      {BatchShown::being_made, "Working"},
                                                      {BatchShown::waiting, "Waiting"},
                                                      {BatchShown::done, "Done"},
                                                      {BatchShown::failed, "Failed"}};
    for (const auto& [shown, name] : all) {
        if (shown != BatchShown::all) ImGui::SameLine(0, ui.px(6));
        const std::string label = fmt::format("{} {}", name, thousands(counts[std::size_t(shown)]));
        if (toggle_chip(ui, name, label, list.shown == shown)) list.shown = shown;
        tooltip(ui, shown == BatchShown::all ? "Lists every picture of the batch."
                                             : "Lists only these.");
    }
}

// Returns the row of the selected picture; -1 if the list does not show the picture.
int row_of_chosen(const BatchList& list, const std::vector<std::size_t>& rows) {
    if (!list.chosen) return -1;
    const auto found = std::ranges::lower_bound(rows, *list.chosen);
    return found != rows.end() && *found == *list.chosen ? int(found - rows.begin()) : -1;
}

// Draws the list of pictures; the arrow keys change the selection. Returns true if the selected
// picture's result should be opened, after a double click or Enter.
bool draw_batch_list(Ui& ui, const BatchView& status, const std::vector<std::size_t>& rows) {
    BatchList& list = ui.state.of<BatchList>();
    const float line = ui.px(kBatchRow);
    const float others = ui.px(32 + (is_narrow(ui) ? 310 : 270));
    const float height = std::max(line * 2, std::min(line * 8, ui.view.window.y - others));
    int chosen = row_of_chosen(list, rows);
    bool open = false;
    if (!ui.state.controls.keyboard_focus) {
        open = walk_rows(ui, int(rows.size()), chosen, list.scroll) && !rows.empty();
        if (list.scroll) list.chosen = rows[std::size_t(chosen)];
    }
    const int twice =
        draw_rows(ui, "pictures",
                  {.height = height, .line = line, .when_empty = "No pictures in this state."},
                  int(rows.size()), chosen, list.scroll, [&](int row, const Rect& place) {
                      const std::size_t index = rows[std::size_t(row)];
                      if (draw_batch_row(ui, status, index, place, list.chosen == index))
                          list.chosen = index;
                  });
    return open || twice >= 0;
}

// Opens a picture's result: a run in this window, an enlarged picture in its default program.
void open_result(Ui& ui, const BatchView& status, std::size_t index) {
    const BatchPlan& plan = status.batch.plan();
    const std::filesystem::path result = plan.result_of(plan.pictures[index]);
    if (plan.enlarges()) return ui.requests.ask(request::OpenOutside{result});
    ui.requests.ask(request::Open{result});
    close_dialog(ui);
}

void draw_batch_buttons(Ui& ui, const BatchView& status, bool open_asked) {
    const BatchList& list = ui.state.of<BatchList>();
    const BatchPlan& plan = status.batch.plan();
    draw_pause_or_go_on(ui, ButtonStyle::accent, {ui.px(118), ui.px(32)}, true);
    if (next_button(ui, "failed again", "Retry failed", 160,
                    status.batch.count(PictureState::failed) > 0 && status.being_made.empty(),
                    "Tries the failed pictures again, and continues the unfinished ones."))
        ui.requests.ask(BatchRequest{batch::GoOn{.failed_too = true, .settings_shown = true}});
    const bool chosen = list.chosen && *list.chosen < plan.pictures.size();
    const bool done = chosen && status.batch.pictures()[*list.chosen].state == PictureState::done;
    const bool opened = next_button(
        ui, "open result", "Open", 70, done,
        plan.enlarges()
            ? "Opens the enlarged picture in its default program (Enter, or a double click)."
            : "Opens the run in this window (Enter, or a double click).");
    if (done && (opened || open_asked)) open_result(ui, status, *list.chosen);
    if (next_button(ui, "show results", "Show in folder", 124, true,
                    "Opens the folder of the results."))
        ui.requests.ask(request::OpenOutside{
            chosen ? plan.result_of(plan.pictures[*list.chosen]).parent_path() : plan.folder});
    if (!is_narrow(ui)) ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(kAtOnce));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    read_out(ui, "at once label", ui.fonts.body, {at.x, at.y + ui.px(9)}, ui.palette.muted,
             "In parallel", "How many pictures to work on at once.");
    ImGui::SetCursorScreenPos({at.x + ui.px(64), at.y + ui.px(3)});
    draw_at_once(ui);
}

}  // namespace

void draw_batch_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Batch", kBatchWidth)) return;
    const std::string& message = ui.state.notices.message;
    if (!ui.view.batch.open) {
        note(ui, message.empty() ? "Reading the batch…" : message);
        return end_sheet(ui);
    }
    const BatchView& status = *ui.view.batch.open;
    draw_batch_whole(ui, status);
    const auto [rows, counts] = pictures_shown(status, ui.state.of<BatchList>().shown);
    draw_shown_chips(ui, counts);
    const bool open = draw_batch_list(ui, status, rows);
    const std::string& problem = status.problem.empty() ? message : status.problem;
    if (problem.empty() && !status.settings_known) {
        const SheetRoom kept(note_height(ui, 2));
        note(ui, strange_plan(status), ui.palette.text);
    } else {
        draw_problem(ui, 2, problem, status.batch.tally() + ".");
    }
    draw_batch_buttons(ui, status, open);
    end_sheet(ui);
}

}  // namespace redraw::ui
