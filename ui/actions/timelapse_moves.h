// Moves through a run's keyframes, by hand and by playing. Playing shows what the film would show
// at the same second; it follows the clock, so that a slow machine skips keyframes. Also the
// bookmark of a run, one keyframe that exports start from, and the dial that chooses a keyframe by
// how detailed its drawing is (engine/film/pace.h).
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};  // times the film's own

void step_keyframe(Ui& ui, int direction);
void show_first_keyframe(Ui& ui);
void show_now(Ui& ui);
// Shows the keyframe nearest to a step; beyond the last one, shows now.
void show_keyframe_near(Ui& ui, double step);
// The step on screen: the keyframe's, or the newest.
std::int64_t shown_step(const Ui& ui);
// The step of the slider's knob: under the mouse while it is dragged, else the one on screen.
double playhead_step(const Ui& ui);
// PSNR at a step, from the keyframes and metrics; NaN when unknown.
float psnr_at(const Status& status, std::int64_t step);

// The moment that a film with the sheet's length, pace and holds shows at a time, repeated forever.
struct FilmMoment {
    std::int64_t step = 0;
    double part = 0;  // of the way, 0 to 1
};
FilmMoment film_moment(const Ui& ui, double seconds);

void play_or_pause_timelapse(Ui& ui);
void change_speed(Ui& ui, int direction);  // to the next of kSpeeds
void set_pace(Ui& ui, Pace pace);
// Moves a playing timelapse on. Once a frame.
void advance_timelapse(Ui& ui);
// The number of keyframes, from the first, whose visible change is measured.
std::size_t measured_changes(const Ui& ui);
// Whether more changes should be measured: only while something on screen uses them, since each
// costs a drawing.
bool wants_changes(const Ui& ui);

// The step of the bookmarked keyframe; absent: none.
std::optional<std::int64_t> kept_step(const Ui& ui);
// Moves the bookmark to a keyframe, or removes it, as an undo step.
void keep(Ui& ui, std::optional<std::int64_t> step);
// Bookmarks the keyframe that the timelapse shows; removes the bookmark if it is there already.
void keep_or_let_go(Ui& ui);

// The share of keyframes whose change is measured, 0 to 1; from kDialKnown on the dial can be
// turned.
double dial_known(const Ui& ui);
inline constexpr double kDialKnown = 0.9;  // training always adds some that are not measured yet
// The keyframe with so much detail, 0 to 1; absent from 1 on: now. And the reverse.
std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail);
double detail_of_step(const Ui& ui, std::optional<std::int64_t> step);
// The keyframe, or now, after one visible turn of the dial; direction +1: more detail.
std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction);
// The keyframe nearest to one that may be thinned out by now.
std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step);

}  // namespace redraw::ui
