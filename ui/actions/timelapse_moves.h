// Moves through a run's keyframes, by hand and by playing. Playback shows what an exported film
// shows at the same second. It follows the clock, so a slow machine skips keyframes. Also the run's
// bookmarks. Also the detail dial, which chooses a keyframe by how detailed its drawing is
// (engine/film/pace.h).
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};  // relative to the film's own speed

void step_keyframe(Ui& ui, int direction);
void show_first_keyframe(Ui& ui);
void show_now(Ui& ui);
// Shows the keyframe nearest to a step; past the last keyframe, shows the present network.
void show_keyframe_near(Ui& ui, double step);
// Returns the step on screen: the shown keyframe's, or the newest one.
std::int64_t shown_step(const Ui& ui);
// Returns the step of the slider's knob: under the mouse while dragged, otherwise the step on
// screen.
double playhead_step(const Ui& ui);
// Returns the PSNR at a step, from the keyframes and metrics; NaN when unknown.
float psnr_at(const Status& status, std::int64_t step);

// A position in the film that the export sheet describes; the film repeats.
struct FilmMoment {
    std::int64_t step = 0;
    double part = 0;  // position in the film, 0 to 1
};
FilmMoment film_moment(const Ui& ui, double seconds);

void play_or_pause_timelapse(Ui& ui);
void change_speed(Ui& ui, int direction);  // changes to the next or previous of kSpeeds
void set_pace(Ui& ui, Pace pace);
// Advances a playing timelapse. Call once a frame.
void advance_timelapse(Ui& ui);
// Returns how many leading keyframes have a measured visible change.
std::size_t measured_changes(const Ui& ui);
// True if more changes should be measured. Each one needs a drawing, so only while something on
// screen uses them.
bool wants_changes(const Ui& ui);

// Returns the run's bookmarks, the newest last, and the one at a step; null: none there.
std::span<const Bookmark> bookmarks(const Ui& ui);
const Bookmark* bookmark_at(const Ui& ui, std::optional<std::int64_t> step);
// Returns the step of the newest bookmark; absent without a bookmark.
std::optional<std::int64_t> kept_step(const Ui& ui);
// Bookmarks a step under a name, which may be empty, or removes its bookmark (absent), as an undo
// step.
void set_bookmark(Ui& ui, std::int64_t step, std::optional<std::string> name);
// Toggles the bookmark at the keyframe that the timelapse shows.
void toggle_bookmark(Ui& ui);
// Lets the user type another name for the bookmark at a step, on the timelapse.
void begin_renaming(Ui& ui, std::int64_t step);

// Name a moment in the same way everywhere: "epoch 0.8"; its bookmark's name, or "Epoch 0.8".
std::string epoch_name(const Ui& ui, std::int64_t step);
std::string moment_name(const Ui& ui, std::int64_t step);

// Returns the share of keyframes whose change is measured, 0 to 1. The dial works from kDialKnown
// on.
double dial_known(const Ui& ui);
inline constexpr double kDialKnown = 0.9;  // not 1: training keeps adding unmeasured keyframes
// Map a detail (0 to 1) to a keyframe's step and back. A detail of 1 is the present network, an
// absent step.
std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail);
double detail_of_step(const Ui& ui, std::optional<std::int64_t> step);
// Returns the step after one turn of the dial; absent: the present network. `direction` +1: more
// detail.
std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction);
// Returns the existing keyframe nearest to `step`, which may have been thinned out.
std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step);

}  // namespace redraw::ui
