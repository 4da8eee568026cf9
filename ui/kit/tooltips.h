// Names, Tab order and tooltips of the controls and labels in the window. Tab visits the enabled
// controls that called focus_stop(), in the order of drawing and across all parts of the window,
// because ImGui's own Tab order never leaves one part. A tooltip appears when the mouse rests on
// its control, until it moves on, but not after a click on it. After Shift+F1 ("What is this?")
// tooltips appear at once, also for the control with the keyboard focus, and Tab stops at labels
// too. At most one tooltip is drawn per frame, close to the mouse or the focused control.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void begin_focus_order(Ui& ui);
// Records the name and position of the last ImGui item, or of the rectangle `place`, in
// FocusOrder::controls. Removes a leading "##" from the name.
void name_control(Ui& ui, std::string_view name);
void name_control(Ui& ui, std::string_view name, const Rect& place);
// Makes the last ImGui item a Tab stop. `typed`: the item is a text field, and typing starts when
// Tab reaches it.
void focus_stop(Ui& ui, std::string_view name, bool typed = false);
// Gives the keyboard focus to the text field that was just drawn, as if it were clicked. Unlike
// ImGui's SetKeyboardFocusHere, this works the same in old and new ImGui versions.
void type_into_last(Ui& ui);
// Marks all Tab stops recorded from now on as the open sheet's, and lets Tab move only among them.
void keep_focus_in_sheet(Ui& ui);
void end_focus_order(Ui& ui);

// Arrow keys pressed in this frame. x: +1 is right, y: +1 is up. take_arrows() returns them if the
// last ImGui item has the keyboard focus; nothing else then handles them.
struct Arrows {
    int x = 0, y = 0;
    explicit operator bool() const { return x != 0 || y != 0; }
};
Arrows take_arrows(Ui& ui);

// Returns true while an open menu or drop-down list takes the keyboard, also one inside a sheet.
bool something_is_unfolded(const Ui& ui);

// The tooltip text of most displayed PSNRs.
inline constexpr const char* kDecibels =
    "PSNR: how close the drawing is to the picture, in decibels (dB). 20 is a rough likeness, 30 "
    "close, 40 hard to tell apart; 6 more is half the error. Measured over all pixels when "
    "training stops, on a fixed sample of them while it runs.";

// Gives the last ImGui item a tooltip. If items overlap, the smallest item's tooltip is shown.
void tooltip(Ui& ui, const std::string& text);
// Gives the last ImGui item a tooltip that appears only after Shift+F1, for places where the mouse
// often rests.
void explain_when_asked(Ui& ui, const std::string& text);

// Registers the rectangle `place` as a label that cannot be pressed, with the tooltip `explained`.
// If `explained` is empty, uses the tooltip of the label in the same row.
void read_out(Ui& ui, std::string_view name, const Rect& place, const std::string& explained);
// Registers a label that cannot be pressed, and draws its text. Returns the text's width in pixels.
float read_out(Ui& ui, std::string_view name, ImFont* font, ImVec2 at, ImU32 colour,
               const std::string& text, const std::string& explained);

// Makes the last ImGui item a label with a tooltip. Controls in the same row that have no tooltip
// of their own show this one.
void begin_label(Ui& ui, const std::string& explained);
void extend_label(Ui& ui);  // makes the label's row reach down to the last ImGui item
// Sets the tooltip of the entries of a drop-down list, which a control at window position `y`
// opened. If `explained` is empty, uses the tooltip of the label beside that control.
void begin_explained_list(Ui& ui, const std::string& explained, float y);

void draw_tooltip(Ui& ui);

// Requests another frame if the open sheet's height does not fit its contents yet, because ImGui
// resizes windows one frame late.
void redraw_where_sheet_grew(Ui& ui, float tallest);
// Moves the current window behind the open sheet, if a sheet is open.
void lie_under_sheet();

}  // namespace redraw::ui
