// "What is this?" Everything that can be pressed and everything that is read says what it is, in a
// sentence or two: once the mouse, or Tab, has rested on it, or at once after Shift+F1, which also
// has Tab stop at what is only read. One of them is drawn a frame, over all else and beside what it
// is of, so that it never covers what is taken hold of.
#pragma once

#include "ui/state/context.h"

#include <string>
#include <string_view>

namespace redraw::ui {

// Of every number in decibels that says how close a drawing comes.
inline constexpr const char* kDecibels =
    "PSNR: how close the drawing is to the picture, in decibels (dB). 20 is a rough likeness, 30 "
    "close, 40 hard to tell apart; 6 more is half the error. Measured over all pixels once "
    "training "
    "rests, on a fixed sample of them while it goes on.";

// Explains the last item. Of several at one place the smallest is explained.
void tooltip(Ui& ui, const std::string& text);
// Only when it is asked for: where resting already reads something, or one rests all the time.
void explain_when_asked(Ui& ui, const std::string& text);

// What is only read: a place of the window, called this. Without an explanation of its own it has
// that of the label beside it.
void read_out(Ui& ui, std::string_view name, const Rect& place, const std::string& explained);
// The same with its text, drawn there. Returns the text's width.
float read_out(Ui& ui, std::string_view name, ImFont* font, ImVec2 at, ImU32 colour,
               const std::string& text, const std::string& explained);

// The last item is a label: it explains itself and what stands beside it, unless that has words of
// its own.
void begin_label(Ui& ui, const std::string& explained);
void extend_label(Ui& ui);  // to the last item, a line further down
std::string said_by_label(const Ui& ui, const Rect& place);
void explain_by_label(Ui& ui);
// A list was unfolded, by a control at that height: it explains what it offers, by the label beside
// where it has no words of its own.
void begin_explained_list(Ui& ui, const std::string& explained, float y);

void begin_explanations(Ui& ui);
void draw_explanation(Ui& ui);

}  // namespace redraw::ui
