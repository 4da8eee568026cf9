#include "ui/sheets/sheets.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/lesson.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/batch_row.h"

namespace redraw::ui {
namespace {

void open_dropped(Ui& ui, const std::filesystem::path& path) {
    ui.requests.ask(request::Open{path});
    ui.state.notices.message.clear();
}

// Draws one dropped file as a row of the list. Returns true if the row was clicked.
bool draw_row(Ui& ui, const DroppedFile& file, const Rect& place, bool chosen) {
    const Fonts& fonts = ui.fonts;
    const bool clicked =
        list_row(ui, file.name, place, chosen, "One of the dropped files. Click to open it.");
    const float y = place.y0 + (place.height() - fonts.body->FontSize) / 2;
    const float name = place.x0 + ui.px(12), kind = place.x1 - ui.px(180);
    draw_text(ui, fonts.body, {name, y}, ui.palette.text,
              shortened(fonts.body, file.name, kind - name - ui.px(12)));
    draw_text(ui, fonts.small, {kind, y + 1}, ui.palette.muted, file.kind);
    draw_text_before(ui, fonts.small, {place.x1 - ui.px(10), y + 1}, ui.palette.muted,
                     bytes(double(file.size)));
    return clicked;
}

void open_listed(Ui& ui, const DropListing& found) {
    UiState& s = ui.state;
    DropSheet& sheet = s.sheets.drop;
    const std::filesystem::path& first = sheet.paths.front();
    if (found.lesson) return open_lesson(ui, found.lesson);
    if (!found.problem.empty()) {
        s.notices.message = found.problem;
        return;
    }
    if (found.one_file) return open_dropped(ui, first);
    if (found.plan) return open_batch(ui, first);
    if (found.files.empty() && !found.folders) {
        s.notices.message =
            "There is no picture and no run in " + display_name(first.filename()) + ".";
        return;
    }
    if (found.files.size() == 1 && !found.more && !found.folders)
        return open_dropped(ui, found.files.front().path);
    sheet.files = found.files;
    sheet.more = found.more;
    sheet.selected = 0;
    for (const DroppedFile& file : sheet.files)
        ui.requests.rebuild_fonts |= want_glyphs(s.glyphs, file.name);
    open_dialog(ui, Dialog::choose_dropped);
    offer_batch(ui, found);
}

// Asks the app what the dropped paths are; refuses URLs.
void look_at_dropped(Ui& ui) {
    auto paths = std::exchange(ui.state.dropped, {});
    // Browsers drop URLs instead of paths; so do file managers for folders on another machine.
    const auto elsewhere = std::stable_partition(
        paths.begin(), paths.end(),
        [](const std::filesystem::path& path) { return !is_address(path.string()); });
    const std::string refused =
        elsewhere == paths.end() ? "" : address_refused(elsewhere->string()) + ".";
    paths.erase(elsewhere, paths.end());
    if (!refused.empty()) ui.state.notices.message = refused;
    if (paths.empty()) return;
    DropSheet& sheet = ui.state.sheets.drop;
    sheet.lookup = look_up(ui, DropLookup{paths});
    sheet.paths = std::move(paths);
    sheet.refused = refused;
}

}  // namespace

void take_dropped(Ui& ui) {
    DropSheet& sheet = ui.state.sheets.drop;
    std::string& message = ui.state.notices.message;
    if (!ui.state.dropped.empty()) look_at_dropped(ui);
    const auto* found = take_answer<DropListing>(ui, sheet.lookup);
    if (!found) {
        if (is_late(ui, sheet.lookup)) message = "Looking at what was dropped…";
        return;
    }
    message.clear();
    open_listed(ui, *found);
    if (!sheet.refused.empty()) message = sheet.refused;
}

void draw_drop_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Which one?", 520)) return;
    DropSheet& sheet = ui.state.sheets.drop;
    const int count = int(sheet.files.size());
    note(ui, sheet.more ? fmt::format("{} of the dropped files. Click one to open it.", count)
                        : fmt::format("{} files were dropped. Click one to open it.", count));
    const float line = ui.px(32);
    const float height = std::min(line * float(count), ui.view.window.y - ui.px(200));
    int clicked = -1;
    draw_rows(ui, "files", {height, line, ui.px(2), false}, count, sheet.selected, sheet.scroll,
              [&](int row, const Rect& place) {
                  if (draw_row(ui, sheet.files[std::size_t(row)], place, sheet.selected == row))
                      clicked = row;
              });
    ImGui::Dummy({1, ui.px(2)});
    if (main_button(ui, "open dropped", "Open", 96, true, "Opens the chosen one (Enter)."))
        clicked = sheet.selected;
    if (next_button(ui, "open none", "Open none", 96, true, "Opens none of them (Esc)."))
        close_dialog(ui);
    if (clicked < 0 && ui.state.sheets.dialog == Dialog::choose_dropped) {
        walk_rows(ui, count, sheet.selected, sheet.scroll);
        if (confirmed_by_key(ui)) clicked = sheet.selected;
    }
    if (clicked >= 0 && clicked < count) {
        open_dropped(ui, sheet.files[std::size_t(clicked)].path);
        close_dialog(ui);
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
