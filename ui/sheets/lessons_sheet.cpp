#include "ui/actions/lesson.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

// Draws a lesson's row. Returns true if the row was clicked.
bool draw_row(Ui& ui, std::size_t number, const Rect& place, bool chosen) {
    const Lesson& lesson = lessons()[number];
    const bool done = ui.state.preferences.lessons_done.contains(lesson.name);
    const bool clicked =
        list_row(ui, lesson.title, place, chosen, lesson.stake + (done ? " (Done.)" : ""));
    ImFont* font = ui.fonts.page;
    const float y = place.top_of(font->FontSize), x = place.x0 + ui.px(44);
    draw_text_before(ui, font, {x - ui.px(12), y}, ui.palette.muted, std::to_string(number + 1));
    draw_text(ui, font, {x, y}, ui.palette.text,
              shortened(font, lesson.title, place.x1 - ui.px(40) - x));
    if (done)
        tick_mark({place.x1 - ui.px(20), (place.y0 + place.y1) / 2}, ui.px(7.5f),
                  ui.palette.accent_text, ui.px(2));
    return clicked;
}

}  // namespace

void prepare_lessons_sheet(Ui& ui) {
    const auto first = std::ranges::find_if(lessons(), [&](const Lesson& lesson) {
        return !ui.state.preferences.lessons_done.contains(lesson.name);
    });
    const auto at = first - lessons().begin();
    ui.state.of<LessonsSheet>() = {.chosen = at < std::ssize(lessons()) ? int(at) : 0};
}

void draw_lessons_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Lessons", 520)) return;
    LessonsSheet& sheet = ui.state.of<LessonsSheet>();
    note(ui, "Guess first, then let your picture decide. One minute each.", ui.palette.muted);
    const int rows = int(lessons().size());
    const float line = ui.px(38);
    const float height = std::min(line * float(rows), ui.view.window.y - ui.px(170));
    // Ignores the Enter that opened this list after the last lesson. After Tab, Enter presses the
    // focused control instead of a lesson's row.
    bool opens = !ImGui::IsWindowAppearing() && !ui.state.controls.keyboard_focus &&
                 walk_rows(ui, rows, sheet.chosen, sheet.scroll);
    draw_rows(ui, "lessons", {height, line, ui.px(2), false}, rows, sheet.chosen, sheet.scroll,
              [&](int row, const Rect& place) {
                  if (!draw_row(ui, std::size_t(row), place, sheet.chosen == row)) return;
                  sheet.chosen = row;
                  opens = true;
              });
    if (opens && sheet.chosen < rows) {
        close_dialog(ui);
        open_lesson(ui, std::size_t(sheet.chosen));
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
