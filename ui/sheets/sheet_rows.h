// The rows of sheets, and the foot with the button that does what the sheet is for.
#pragma once

#include "ui/actions/dialogs.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {

// Room that a sheet keeps for what is not there yet, so that nothing moves under the mouse when it
// comes: two columns of a width, and parts of a height. UI thread.

// Beside each other where the sheet is wide enough, else the second below the first.
class SheetColumns {
public:
    // Units; between the two lies kBetween.
    static constexpr float kBetween = 28;
    SheetColumns(Ui& ui, float left, float right);
    ~SheetColumns();
    SheetColumns(const SheetColumns&) = delete;
    void next();

private:
    bool beside_;
};

// Reserves this height, filled or not, for whatever is drawn in its lifetime, which takes more only
// if it needs more.
class SheetRoom {
public:
    explicit SheetRoom(float height);
    ~SheetRoom();
    SheetRoom(const SheetRoom&) = delete;

private:
    ImVec2 at_;
    float height_;
};

// Returns the height of so many lines of note(), in pixels.
float note_height(const Ui& ui, int lines);
// Returns the height of so many rows of chips or fields, in pixels.
float rows_height(const Ui& ui, int rows);

// "948 × 711".
std::string pixels_of(PixelSize size);
// A label with its explanation; leaves the cursor beside it.
inline constexpr float kRowLabels = 84;  // units
void sheet_row(Ui& ui, const char* label, const std::string& help, float width = kRowLabels);
void next_line_of_row(Ui& ui, float width = kRowLabels);  // without a label
// Draws a folder, under its name for tests, and "Choose…" at its end. True when that was pressed.
bool draw_chosen_folder(Ui& ui, const char* name, const std::filesystem::path& folder,
                        const char* help);
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
