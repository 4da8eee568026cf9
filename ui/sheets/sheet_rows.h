// Draws the rows of sheets, and their foot with the main action and "Cancel".
#pragma once

#include "ui/actions/dialogs.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {

// The classes below reserve space for contents that appear later, so that nothing moves under the
// mouse: columns of fixed width and parts of fixed height. UI thread only.

// Lays out two columns side by side if the sheet is wide enough, otherwise one below the other.
class SheetColumns {
public:
    // Takes the widths of the two columns in units; kBetween is the gap between the columns.
    static constexpr float kBetween = 28;
    SheetColumns(Ui& ui, float left, float right);
    ~SheetColumns();
    SheetColumns(const SheetColumns&) = delete;
    void next();

private:
    bool beside_;
};

// Reserves a minimum height for everything drawn during this object's lifetime. Larger contents
// take more.
class SheetRoom {
public:
    explicit SheetRoom(float height);
    ~SheetRoom();
    SheetRoom(const SheetRoom&) = delete;

private:
    ImVec2 at_;
    float height_;
};

// Returns the height of this number of note() lines, in pixels.
float note_height(const Ui& ui, int lines);
// Returns the height of this number of rows of chips or fields, in pixels.
float rows_height(const Ui& ui, int rows);

// Returns a size as text: "948 × 711".
std::string pixels_of(PixelSize size);
// Draws a row's label with its tooltip, and moves the cursor beside the label.
inline constexpr float kRowLabels = 84;  // units
void sheet_row(Ui& ui, const char* label, const std::string& help, float width = kRowLabels);
void next_line_of_row(Ui& ui, float width = kRowLabels);  // starts another row without a label
// Draws a folder's path with the button "Choose…" at its end; `name` identifies the path in tests.
// Returns true if the button was pressed.
bool draw_chosen_folder(Ui& ui, const char* name, const std::filesystem::path& folder,
                        const char* help);
// Draws the field for the output name, with a tooltip, and the export folder. Its "Choose…" opens
// the dialog `chooser`, which returns to this sheet.
void draw_target_rows(Ui& ui, const char* help, std::string& name, Dialog chooser);

// Draws the sheet's main button and "Cancel". Returns true if the main button or Enter was pressed.
bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled);
// Draws draw_sheet_foot() for a sheet that writes files: checks which of `paths` exist and asks
// before replacing any; the space for that question is always reserved. Returns true if the user
// confirmed; the sheet is closed then.
bool draw_export_foot(Ui& ui, const std::vector<std::filesystem::path>& paths,
                      ReplaceQuestion& asked, bool enabled);

}  // namespace redraw::ui
