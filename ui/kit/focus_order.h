// Tab through everything that can be pressed or typed into, across the window's parts, in the
// order it is drawn: ImGui's own never leaves the part it is in. Every control calls
// focus_ring() or focus_stop() after itself; that is all it takes.
#pragma once

#include "ui/state/context.h"

#include <string_view>

namespace redraw::ui {

void begin_focus_order(Ui& ui);
// The last item, or a place, is called this (UiState's FocusOrder::controls), a "##" before it left
// out.
void name_control(Ui& ui, std::string_view name);
void name_control(Ui& ui, std::string_view name, const Rect& place);
// The last item is a stop. Reaching one that is typed into starts typing.
void focus_stop(Ui& ui, std::string_view name, bool typed = false);
// Typing goes into the field that was just drawn, as if it were clicked; with every version of
// ImGui, which SetKeyboardFocusHere does not.
void type_into_last(Ui& ui);
// From here on stops are those of the open sheet, and the focus stays among them.
void keep_focus_in_sheet(Ui& ui);
void end_focus_order(Ui& ui);

// Arrow keys pressed while the focus is at the last item, which then has them to itself: +1 right
// and up.
struct Arrows {
    int x = 0, y = 0;
    explicit operator bool() const { return x != 0 || y != 0; }
};
Arrows take_arrows(Ui& ui);

// A menu or a list of choices, also one in a sheet: it has the keys then.
bool something_is_unfolded(const Ui& ui);

}  // namespace redraw::ui
