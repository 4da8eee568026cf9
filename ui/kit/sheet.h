// A sheet: a modal panel over the window; and a list of rows of equal height in one, which scrolls,
// draws the rows in sight and goes through them by the keys.
#pragma once

#include "ui/kit/widgets.h"

#include <functional>

namespace redraw::ui {

inline constexpr float kSheetEdges = 48;  // units between what it holds and its two sides
// Opens a sheet; call end_sheet() if true. Closes it where what it needs is not there (`possible`).
bool begin_sheet(Ui& ui, const char* title, float width, bool possible = true);
void end_sheet(Ui& ui);
// A button of a sheet, explained; `width` in units.
bool sheet_button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, float width,
                  bool enabled, const std::string& explained);
// Whether Enter was pressed outside a field.
bool confirmed_by_key(const Ui& ui);
void close_dialog(Ui& ui);
// The open sheet's row of the table; null when none is open, or one that chooses a file.
const Sheet* open_sheet_row(const Ui& ui);

// The row that a key leads to from `now` (-1: none): Up, Down, and, unless a field is typed into,
// Page Up, Page Down, Home and End. Absent for any other key and in an empty list.
std::optional<int> row_after(Key key, int now, int rows);
// Moves the chosen row by the frame's keys; then `scroll` is set. True when Enter was pressed.
bool walk_rows(const Ui& ui, int rows, int& chosen, bool& scroll);

// Draws the ground of a row that is chosen or under the mouse (the last item), and the mark at its
// left end, so many units from its top and bottom.
void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen, float inset);

struct RowListLayout {
    float height = 0;    // pixels, of what is in sight
    float line = 0;      // pixels from one row to the next
    float gap = 0;       // pixels of those below the row
    bool framed = true;  // on the colour of the window's ground, with an edge around the rows
};

// Calls draw_row(row, place) for the rows in sight, with the cursor at the place; the last item
// that it leaves is the row. Scrolls until `shown` is in sight, unless that is -1. Without rows
// calls `when_empty`. Returns the row that was pressed twice, or -1.
int draw_rows(
    Ui& ui, const char* id, const RowListLayout& layout, int rows, int shown,
    const std::function<void(int row, const Rect& place)>& draw_row,
    const std::function<void()>& when_empty = [] {});

}  // namespace redraw::ui
