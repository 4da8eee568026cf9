// The letters on films: Inter, which is a part of the program, so that a film's captions are the
// same on every machine and need no font there. Lengths are in heights of a capital letter. Digits
// are equally wide, so that a number that counts does not tremble. Internal to engine/film.
#pragma once

#include "engine/film/ink.h"

#include <string>

namespace redraw {

// The width of a text from the start of its first letter. UTF-8; a box replaces a letter that Inter
// lacks and a byte that is not UTF-8.
float width_of(const std::string& text);

// Draws a text whose capitals are `unit` pixels high, from `left` on, with its base line there, as
// far as it lies in `whole` and its rows are at hand.
void draw_text(const FrameRows& rows, const Box& whole, const std::string& text, float left,
               float base, float unit, const Ink& ink);

}  // namespace redraw
