// A sheet: a modal panel over the window.
#pragma once

#include "ui/kit/widgets.h"

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

}  // namespace redraw::ui
