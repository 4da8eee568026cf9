// The rows of sheets, and the foot with the button that does what the sheet is for.
#pragma once

#include "ui/actions/dialogs.h"
#include "ui/kit/widgets.h"

#include <filesystem>
#include <string>
#include <vector>

namespace redraw::ui {

// "948 × 711".
std::string pixels_of(PixelSize size);
// A label with its explanation; leaves the cursor beside it.
inline constexpr float kRowLabels = 84;  // units
void sheet_row(Ui& ui, const char* label, const std::string& help, float width = kRowLabels);
void next_line_of_row(Ui& ui, float width = kRowLabels);  // without a label
// Draws the name of what is written, with an explanation, and the folder of exports, whose
// "Choose…" opens `chooser` and comes back.
void draw_target_rows(Ui& ui, const char* help, std::string& name, Dialog chooser);

// The button that does what the sheet is for, and "Cancel". True when it is pressed, or Enter.
bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled);
// The same where files are written, which are looked for first: the user is asked before any is
// replaced. There is room for the question from the start. Closes the sheet when true.
bool draw_export_foot(Ui& ui, const std::vector<std::filesystem::path>& paths,
                      ReplaceQuestion& asked, bool enabled);

}  // namespace redraw::ui
