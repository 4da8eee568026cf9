// Sheets, the modal panels over the window, and the scrolling lists in them. A list has rows of
// equal height, draws only the rows in view and their neighbours, and supports keyboard navigation.
#pragma once

#include "ui/kit/widgets.h"

#include <functional>

namespace redraw::ui {

inline constexpr float kSheetEdges = 48;  // left plus right padding of a sheet, in layout units
// Begins a sheet, `width` layout units wide; call end_sheet() if it returns true. If `possible` is
// false (for example because the sheet's run was closed), closes the sheet and returns false.
bool begin_sheet(Ui& ui, const char* title, float width, bool possible = true);
void end_sheet(Ui& ui);
// Draw a button of a sheet, `width` layout units wide: main_button() in the accent colour,
// next_button() in the line of the last item if it fits there, otherwise in a new line, and
// end_button() at the right end of that line. Return true if pressed.
bool main_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                 const std::string& help);
bool next_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                 const std::string& help);
bool end_button(Ui& ui, const char* id, const std::string& label, float width, bool enabled,
                const std::string& help);
// Returns true if Enter was pressed while no text field or control had the keyboard focus.
bool confirmed_by_key(const Ui& ui);
void close_dialog(Ui& ui);
// Returns the open sheet's row in sheet_table() (ui/sheets/sheets.h). Null if no sheet is open, or
// one that only chooses a file or folder.
const Sheet* open_sheet_row(const Ui& ui);

// Draws the field that filters a sheet's list; `width` as for ImGui::SetNextItemWidth(). If `focus`
// is set, gives the field the keyboard focus and resets it. Returns true if the text changed.
bool filter_field(Ui& ui, std::string& text, const char* hint, float width, bool& focus,
                  const char* help);
// Returns true while key presses belong to a text field. An empty filter field leaves the keys to
// its list.
bool is_typing(const Ui& ui);

// Returns the index of the row that a navigation key selects, starting from row `now` (-1: none).
// Up and Down always work; Page Up, Page Down, Home and End not while is_typing(). Absent for
// other keys and for an empty list.
std::optional<int> row_after(const Ui& ui, Key key, int now, int rows);
// Moves the selection `chosen` by the navigation keys pressed in this frame, and sets `scroll` if
// there were any. Returns true if Enter was pressed.
bool walk_rows(const Ui& ui, int rows, int& chosen, bool& scroll);

// Draws the background of a list row that is selected or under the mouse, and for a selected row a
// mark at its left end. The row must be the last ImGui item.
void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen);
// Draws a list row as a control called `name`, with the background of draw_chosen_row(). The caller
// paints the row's texts over it. `help`: the tooltip after Shift+F1. Returns true if pressed.
bool list_row(Ui& ui, const std::string& name, const Rect& place, bool chosen,
              const std::string& help);

struct RowListLayout {
    float height = 0;    // height of the visible part of the list, in pixels
    float line = 0;      // distance from the top of one row to the top of the next, in pixels
    float gap = 0;       // empty space below each row in pixels, included in `line`
    bool framed = true;  // paint the window's background colour and add padding around the rows
    std::string when_empty = {};  // the note shown in a list without rows
    const char* why_empty = "";   // the tooltip of the note `when_empty`; empty: none
};

// Draws a list by calling draw_row(row, place) for the rows in view, with ImGui's cursor at the
// row's top left corner. draw_row must make the row the last ImGui item. If `scroll` is set, clears
// it and scrolls to row `chosen`, unless that is -1. Returns the index of the row that was
// double-clicked, or -1.
int draw_rows(Ui& ui, const char* id, const RowListLayout& layout, int rows, int chosen,
              bool& scroll, const std::function<void(int row, const Rect& place)>& draw_row);

}  // namespace redraw::ui
