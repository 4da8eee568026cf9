// Names, Tab order and tooltips of every control and label in the window. Tab visits everything
// that can be pressed or typed into, in drawing order and across all parts of the window. ImGui's
// own Tab order never leaves one part. A tooltip appears when the mouse rests on its item. After
// Shift+F1 ("What is this?") tooltips appear at once, also for the keyboard focus, and Tab stops at
// labels too. At most one tooltip is drawn per frame, over everything else and beside its item.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void begin_focus_order(Ui& ui);
// Records the name and position of the last ImGui item, or of `place`, in FocusOrder::controls.
// Drops a leading "##" from the name.
void name_control(Ui& ui, std::string_view name);
void name_control(Ui& ui, std::string_view name, const Rect& place);
// Makes the last ImGui item a Tab stop. `typed`: the item is a text field, and reaching it starts
// typing.
void focus_stop(Ui& ui, std::string_view name, bool typed = false);
// Starts typing in the field that was just drawn, as if it were clicked. Works with every ImGui
// version, unlike SetKeyboardFocusHere.
void type_into_last(Ui& ui);
// Assigns all later Tab stops to the open sheet, and keeps the focus among them.
void keep_focus_in_sheet(Ui& ui);
void end_focus_order(Ui& ui);

// Arrow keys pressed while the last ImGui item has the focus; nothing else then handles them. +1 is
// right and up.
struct Arrows {
    int x = 0, y = 0;
    explicit operator bool() const { return x != 0 || y != 0; }
};
Arrows take_arrows(Ui& ui);

// Returns true while an open menu or drop-down list, also one in a sheet, takes the keyboard.
bool something_is_unfolded(const Ui& ui);

// Tooltip text for every displayed PSNR.
inline constexpr const char* kDecibels =
    "PSNR: how close the drawing is to the picture, in decibels (dB). 20 is a rough likeness, 30 "
    "close, 40 hard to tell apart; 6 more is half the error. Measured over all pixels once "
    "training "
    "rests, on a fixed sample of them while it goes on.";

// Gives the last ImGui item a tooltip. If items overlap, the smallest item's tooltip is shown.
void tooltip(Ui& ui, const std::string& text);
// Gives the last ImGui item a tooltip that only Shift+F1 shows, for places where the mouse often
// rests.
void explain_when_asked(Ui& ui, const std::string& text);

// Registers a label that cannot be pressed. An empty `explained` uses the tooltip of the label
// beside `place`.
void read_out(Ui& ui, std::string_view name, const Rect& place, const std::string& explained);
// Registers such a label and draws its text. Returns the text's width in pixels.
float read_out(Ui& ui, std::string_view name, ImFont* font, ImVec2 at, ImU32 colour,
               const std::string& text, const std::string& explained);

// Makes the last ImGui item a label. Items beside the label without a tooltip of their own show the
// label's.
void begin_label(Ui& ui, const std::string& explained);
void extend_label(Ui& ui);  // extends the label's rows down to the last ImGui item
// Sets the tooltip for the entries of a drop-down list, which a control at height `y` opened. An
// empty `explained` uses the tooltip of the label beside the control.
void begin_explained_list(Ui& ui, const std::string& explained, float y);

void draw_explanation(Ui& ui);

// Requests another frame if the current sheet's height differs from its contents, because ImGui
// resizes windows one frame late.
void redraw_where_sheet_grew(Ui& ui, float tallest);
// Moves the current window behind the open sheet, if a sheet is open.
void lie_under_sheet();

}  // namespace redraw::ui
