// Sheets, which are modal panels over the window, and their scrolling lists. A list has rows of
// equal height, draws only the visible rows, and supports keyboard navigation.
#pragma once

#include "ui/kit/widgets.h"

#include <functional>

namespace redraw::ui {

inline constexpr float kSheetEdges = 48;  // units: left plus right padding
// Begins a sheet; call end_sheet() if it returns true. Closes the sheet and returns false unless
// `possible`.
bool begin_sheet(Ui& ui, const char* title, float width, bool possible = true);
void end_sheet(Ui& ui);
// Draws a button of a sheet, with a tooltip; `width` in units.
bool sheet_button(Ui& ui, const char* id, const std::string& label, ButtonStyle style, float width,
                  bool enabled, const std::string& explained);
// Returns true if Enter was pressed outside a text field.
bool confirmed_by_key(const Ui& ui);
void close_dialog(Ui& ui);
// Returns the open sheet's entry in sheet_table(); null if no sheet is open, or only a file
// chooser.
const Sheet* open_sheet_row(const Ui& ui);

// Draws the field that filters a sheet's list, `width` as in ImGui. While `focus` is set, the field
// takes the focus. Returns true if its text changed.
bool filter_field(Ui& ui, std::string& text, const char* hint, float width, bool& focus,
                  const char* help);
// True while keys belong to a text field; an empty filter leaves them to its list.
bool is_typing(const Ui& ui);

// Returns the row that a navigation key selects, starting from row `now` (-1: none). Up and Down
// always work; Page Up, Page Down, Home and End only unless is_typing(). Absent for other keys and
// for an empty list.
std::optional<int> row_after(const Ui& ui, Key key, int now, int rows);
// Moves the selected row by the keys of this frame, and sets `scroll` if it moved. Returns true if
// Enter was pressed.
bool walk_rows(const Ui& ui, int rows, int& chosen, bool& scroll);

// Draws the background of a row that is selected or under the mouse, and the selection mark at its
// left end. The row must be the last ImGui item. `inset`: units between the mark and the row's top
// and bottom.
void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen, float inset);

struct RowListLayout {
    float height = 0;    // pixels, of the visible part of the list
    float line = 0;      // pixels from the top of one row to the next
    float gap = 0;       // part of `line` that is empty below a row, in pixels
    bool framed = true;  // window background colour, and padding around the rows
};

// Draws a list by calling draw_row(row, place) for each visible row, with the cursor at the row's
// place. draw_row must make the row the last ImGui item. Scrolls to the row `shown` unless it is
// -1. Calls `when_empty` if there are no rows. Returns the row that was double-clicked, or -1.
int draw_rows(
    Ui& ui, const char* id, const RowListLayout& layout, int rows, int shown,
    const std::function<void(int row, const Rect& place)>& draw_row,
    const std::function<void()>& when_empty = [] {});

}  // namespace redraw::ui
