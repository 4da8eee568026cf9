// Moving through a run's keyframes.
#pragma once

#include "ui/panel.h"

namespace redraw {

void step_keyframe(Ui& ui, int direction);
void show_first_keyframe(Ui& ui);
void show_now(Ui& ui);
void play_or_pause_timelapse(Ui& ui);
// Shows the keyframe nearest to a step; beyond the last one: now.
void show_keyframe_near(Ui& ui, double step);
// Moves a playing timelapse on.
void advance_timelapse(Ui& ui);

// The step that is on screen: of the keyframe, or now.
std::int64_t shown_step(const Ui& ui);
// PSNR at a step, from the keyframes and metrics; NaN when unknown.
float psnr_at(const Status& status, std::int64_t step);

}  // namespace redraw
