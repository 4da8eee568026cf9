// Where no larger original is there to measure against: pixels held out from a copy's training.
#pragma once

#include "engine/image/quality.h"
#include "ui/state/context.h"

#include <span>
#include <string>

namespace redraw {

// What was measured, how far that is, or the button that begins it.
void draw_held_out(Ui& ui);

// Which is closer between the pixels and what to do about it, in one sentence.
std::string held_out_verdict(std::span<const Quality> methods);

// About how long it takes; 0 while the pace of training is unknown.
double held_out_seconds(const Status& status);

}  // namespace redraw
