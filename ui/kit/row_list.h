// A list of rows of equal height that scrolls: draws the rows in sight, goes through them by the
// keys, and scrolls to the chosen one.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

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
