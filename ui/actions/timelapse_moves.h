// Moving through a run's keyframes: which one is shown, and the next.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void step_keyframe(Ui& ui, int direction);
void show_first_keyframe(Ui& ui);
void show_now(Ui& ui);
// Shows the keyframe nearest to a step; beyond the last one: now.
void show_keyframe_near(Ui& ui, double step);
// The step that is on screen: of the keyframe, or now.
std::int64_t shown_step(const Ui& ui);
// Where the knob is: under the mouse that drags it, else at what is shown.
double playhead_step(const Ui& ui);
// PSNR at a step, from the keyframes and metrics; NaN when unknown.
float psnr_at(const Status& status, std::int64_t step);

}  // namespace redraw
