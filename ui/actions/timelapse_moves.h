// Moving through a run's keyframes, by hand and by playing: which one is shown, and the next. What
// is on screen at a moment of playing is what the film would show then. Time moves it on, not
// frames, so that a machine that draws slowly skips and stays in time.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace redraw::ui {

inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};  // times the film's own

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

// What a film of the sheet's length, pace and holds shows after so many seconds, again and again.
struct FilmMoment {
    std::int64_t step = 0;
    double part = 0;  // of the way, 0 to 1
};
FilmMoment film_moment(const Ui& ui, double seconds);

void play_or_pause_timelapse(Ui& ui);
void change_speed(Ui& ui, int direction);  // to the next of kSpeeds
void set_pace(Ui& ui, Pace pace);
// Moves a playing timelapse on.
void advance_timelapse(Ui& ui);
// Of how many keyframes the visible change is known.
std::size_t measured_changes(const Ui& ui);
// That they are to be measured: each takes a drawing, and training is not slowed down for them
// unless somebody looks.
bool wants_changes(const Ui& ui);

}  // namespace redraw::ui
