// Every control and label of the window: its name, its place in the order of Tab, and its tooltip.
// Tab goes through everything that can be pressed or typed into, across the window's parts, in the
// order it is drawn: ImGui's own never leaves the part it is in. A tooltip appears once the mouse
// has rested on its item, or at once, and for what Tab reaches, after Shift+F1 ("What is this?"),
// which lets Tab stop at labels too. One a frame is drawn, over everything else and beside its
// item.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void begin_focus_order(Ui& ui);
// Names the last item, or a place, in FocusOrder::controls, without a "##" before it.
void name_control(Ui& ui, std::string_view name);
void name_control(Ui& ui, std::string_view name, const Rect& place);
// Makes the last item a stop. Reaching one that is typed into starts typing.
void focus_stop(Ui& ui, std::string_view name, bool typed = false);
// Types into the field that was just drawn, as if it were clicked; with every version of ImGui,
// which SetKeyboardFocusHere does not.
void type_into_last(Ui& ui);
// Counts the stops from here on as those of the open sheet, and keeps the focus among them.
void keep_focus_in_sheet(Ui& ui);
void end_focus_order(Ui& ui);

// Arrow keys pressed while the focus is at the last item, which then has them to itself: +1 right
// and up.
struct Arrows {
    int x = 0, y = 0;
    explicit operator bool() const { return x != 0 || y != 0; }
};
Arrows take_arrows(Ui& ui);

// True while a menu or a list of choices, also one in a sheet, has the keys.
bool something_is_unfolded(const Ui& ui);

// The tooltip of every PSNR.
inline constexpr const char* kDecibels =
    "PSNR: how close the drawing is to the picture, in decibels (dB). 20 is a rough likeness, 30 "
    "close, 40 hard to tell apart; 6 more is half the error. Measured over all pixels once "
    "training "
    "rests, on a fixed sample of them while it goes on.";

// Gives the last item a tooltip. Where items overlap the smallest one's is shown.
void tooltip(Ui& ui, const std::string& text);
// The same, shown only after Shift+F1: for places where the mouse often rests.
void explain_when_asked(Ui& ui, const std::string& text);

// Registers a label that cannot be pressed. An empty `explained`: the tooltip of the label beside
// it.
void read_out(Ui& ui, std::string_view name, const Rect& place, const std::string& explained);
// The same, and draws its text. Returns the text's width in pixels.
float read_out(Ui& ui, std::string_view name, ImFont* font, ImVec2 at, ImU32 colour,
               const std::string& text, const std::string& explained);

// Makes the last item a label whose tooltip also serves the items beside it that have none.
void begin_label(Ui& ui, const std::string& explained);
void extend_label(Ui& ui);  // to the last item, a line further down
// Sets the tooltip of the choices in a list that was opened by a control at height `y`; empty: that
// of the label beside the control.
void begin_explained_list(Ui& ui, const std::string& explained, float y);

void draw_explanation(Ui& ui);

// Asks for another frame where the current sheet is not as high as its contents: it gets their
// height one frame late.
void redraw_where_sheet_grew(Ui& ui, float tallest);
// Puts the current window behind the open sheet, if there is one.
void lie_under_sheet();

}  // namespace redraw::ui
