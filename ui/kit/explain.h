// Tooltips for controls and labels. One appears once the mouse has rested on its item, or at once,
// and for what Tab reaches, after Shift+F1 ("What is this?"), which lets Tab stop at labels too.
// One a frame is drawn, over everything else and beside its item.
#pragma once

#include "ui/state/context.h"

#include <string>
#include <string_view>

namespace redraw::ui {

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
std::string said_by_label(const Ui& ui, const Rect& place);
void explain_by_label(Ui& ui);
// Sets the tooltip of the choices in a list that was opened by a control at height `y`; empty: that
// of the label beside the control.
void begin_explained_list(Ui& ui, const std::string& explained, float y);

void begin_explanations(Ui& ui);
void draw_explanation(Ui& ui);

}  // namespace redraw::ui
