// Draws the rows of sheets, and their foot with the main action and "Cancel".
#pragma once

#include "ui/actions/dialogs.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

#include <functional>

namespace redraw::ui {

// The classes below reserve space for contents that appear later, so that nothing moves under the
// mouse: columns of fixed width and parts of a minimum height. UI thread only.

// Lays out two columns side by side if the sheet is wide enough, otherwise one below the other.
class SheetColumns {
public:
    // `left`, `right`: widths of the two columns in layout units. kBetween: the gap between them.
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

// Returns the height of `lines` lines of text drawn by note(), in pixels.
float note_height(const Ui& ui, int lines);
// Draws `problem` in the colour of errors or, if `problem` is empty, the note `otherwise`. Reserves
// `lines` lines of text, so that nothing below moves when the text changes.
void draw_problem(Ui& ui, int lines, const std::string& problem, const std::string& otherwise = "");
// Returns the height of `rows` rows of chips or fields, in pixels.
float rows_height(const Ui& ui, int rows);

// Draws a row's label with its tooltip, and moves the cursor beside the label.
inline constexpr float kRowLabels = 84;  // width of the labels, layout units
void sheet_row(Ui& ui, const char* label, const std::string& help, float width = kRowLabels);
void next_line_of_row(Ui& ui, float width = kRowLabels);  // starts another row without a label
// Draws a row with one chip for each value (see choose_chip()).
template <class T>
bool chip_row(Ui& ui, const char* label, const std::string& help, T& value,
              std::initializer_list<Chip<std::type_identity_t<T>>> chips) {
    sheet_row(ui, label, help);
    return choose_chip(ui, value, chips);
}
// Draws a row with a field for text. The field's name is the label in lower case.
void text_row(Ui& ui, const char* label, const std::string& help, std::string& text);
// Draws a field for a number, `width` layout units wide, which is limited to `low` and `high`.
// `shown`: the displayed number; empty: shown_number(). Returns true if the user typed a number.
template <class Number>
bool number_field(Ui& ui, const char* id, Number& value, double low, double high, float width = 72,
                  const std::string& shown = "") {
    std::string taken;
    const std::string now = shown.empty() ? shown_number(double(value)) : shown;
    if (!text_field(ui, id, now, ui.px(width), taken)) return false;
    const auto parsed = parse_number(taken);
    if (parsed) value = static_cast<Number>(std::clamp(*parsed, low, high));
    return parsed.has_value();
}
// Draws text as a label with the tooltip `help`, in the middle of a row's height. Shortens the text
// to the rest of the row, less `kept` pixels.
void row_text(Ui& ui, std::string_view name, ImFont* font, ImU32 colour, const std::string& text,
              const std::string& help, float kept = 0);
// Draws a picture in the middle of `cell`, framed while the mouse is over it or if `chosen`; `name`
// is the control's name. Returns true if pressed.
bool picture_button(Ui& ui, const char* name, const Rect& cell, const Texture& picture, bool chosen,
                    const std::string& help);
// Draws a folder's path with the button "Choose…" at its end; `name` identifies the path in tests.
// Returns true if the button was pressed.
bool draw_chosen_folder(Ui& ui, const char* name, const std::filesystem::path& folder,
                        const char* help);
// Returns true if `name` can name a file in the chosen folder: not empty, without a slash.
bool is_file_name(const std::string& name);
// Draws the field for the output name, with a tooltip, and the export folder, whose button
// "Choose…" opens a dialog that returns to this sheet.
void draw_target_rows(Ui& ui, const char* help, std::string& name);

// Draws the sheet's main button, "Cancel", and what `draw_next` draws beside them. Returns true if
// the main button or Enter was pressed.
bool draw_sheet_foot(Ui& ui, const std::string& label, bool enabled,
                     const std::function<void()>& draw_next = nullptr);
// Draws the main button and "Cancel" of a sheet that writes files. When the main button is pressed,
// checks which of `paths` exist, and asks before replacing any; the space for that question is
// always reserved. The answer "Keep both" changes the sheet's `name`, of which the paths are made,
// to one that is not in use. Returns true, and closes the sheet, once the files may be written.
bool draw_export_foot(Ui& ui, std::string& name, const std::vector<std::filesystem::path>& paths,
                      bool enabled);
// Returns the paths of the files that these exports write.
template <class Spec>
std::vector<std::filesystem::path> paths_of(const std::vector<Spec>& exports) {
    std::vector<std::filesystem::path> paths;
    for (const Spec& each : exports) paths.push_back(each.path);
    return paths;
}

}  // namespace redraw::ui
