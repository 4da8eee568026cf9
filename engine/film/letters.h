// The letters on films: Inter, which is a part of the program, so that a film's captions are the
// same on every machine and need no font there. Lengths are in heights of a capital letter. Digits
// are equally wide, so that a number that counts does not tremble. Internal to engine/film.
#pragma once

#include "engine/film/ink.h"

#include <string>

namespace redraw {

// How far a text reaches from where its first letter starts. UTF-8; of a letter that Inter lacks,
// and of a byte that is no UTF-8, a box stands in its place.
float width_of(const std::string& text);

// Draws a text whose capitals are `unit` pixels high, from `left` on, with its base line there, as
// far as it lies in `whole` and its rows are at hand.
void draw_text(const FrameRows& rows, const Box& whole, const std::string& text, float left,
               float base, float unit, const Ink& ink);

}  // namespace redraw
