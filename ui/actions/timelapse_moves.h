// The timelapse: shows the keyframes (checkpoints) of a run, one by one or as playback. Playback
// has the timing of an exported film. It follows the clock, so a slow machine skips keyframes. Also
// the bookmarks of the run, and the detail dial, which selects a keyframe by how much detail its
// render has (engine/drawing/pace.h).
#pragma once

#include "ui/state/advice.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Playback speeds, relative to the exported film's.
inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};

void step_keyframe(Ui& ui, int direction);
void show_first_keyframe(Ui& ui);
void show_now(Ui& ui);
// Shows the keyframe nearest to a training step, or the present network if that is nearer.
void show_keyframe_near(Ui& ui, double step);
bool has_timelapse(const Ui& ui);  // there is more than one keyframe to show
// Returns the training step that is shown: the selected keyframe's, or the present network's.
std::int64_t shown_step(const Ui& ui);
// Returns the training step at the timelapse slider's knob: the step under the mouse while it is
// dragged, otherwise the step that is shown.
double playhead_step(const Ui& ui);
// Return the PSNR at a training step: psnr_at() in dB, closeness_at() as text. psnr_at() is NaN if
// the PSNR was not measured at that step, and for a step that learned a tile of the whole picture.
// For a tile's step closeness_at() averages over the tiles learned by then.
float psnr_at(const Status& status, std::int64_t step);
std::string closeness_at(const Status& status, std::int64_t step);  // "41.8 dB at 724 × 483"
// Returns `text`, and if the PSNR is known closeness_at() after `between`: "Epoch 3 · 41.8 dB".
std::string with_closeness(std::string text, const char* between, const Status& status,
                           std::int64_t step);

// Returns the PSNR of the moment at `step`, "" while it is not measured, and beside it the epoch
// and, where the run learned a smaller picture, at which size the PSNR was measured.
Closeness closeness_of_moment(const Ui& ui, std::int64_t step);

// A frame of a film. film_moment() returns the one that is shown after playing for `seconds`; the
// film starts over at the end. `back`: it plays to the keyframe `last` and back.
struct FilmMoment {
    std::int64_t step = 0;
    double part = 0;  // share of the film that has passed, 0 to 1
};
FilmMoment film_moment(const Ui& ui, double seconds, const TimelapseLength& length, bool back,
                       std::optional<std::int64_t> last);

void play_or_pause_timelapse(Ui& ui);
void set_pace(Ui& ui, Pace pace);
// Advances the playback of the timelapse. Call once a frame.
void advance_timelapse(Ui& ui);
// Returns how many keyframes, counted from the first, have a measured visible change since the
// keyframe before.
std::size_t measured_changes(const Ui& ui);
// Returns true if the changes between keyframes should be measured. Each measurement takes renders,
// so during training only a playing timelapse needs them.
bool wants_changes(const Ui& ui);

// bookmarks() returns the run's bookmarks, the newest last. bookmark_at() returns the bookmark at a
// step; null if there is none.
std::span<const Bookmark> bookmarks(const Ui& ui);
const Bookmark* bookmark_at(const Ui& ui, std::optional<std::int64_t> step);
// Returns the step of the newest bookmark; absent without a bookmark.
std::optional<std::int64_t> kept_step(const Ui& ui);
// Bookmarks a step under `name`, which may be empty. If `name` is absent, removes the step's
// bookmark. Either is one undo step.
void set_bookmark(Ui& ui, std::int64_t step, std::optional<std::string> name);
// Toggles the bookmark at the keyframe that the timelapse shows.
void toggle_bookmark(Ui& ui);
// Lets the user type another name for the bookmark at a step, on the timelapse.
void begin_renaming(Ui& ui, std::int64_t step);

// Returns the bookmark's name of a training step, otherwise "Epoch 0.8" or "Tile 5".
std::string moment_name(const Ui& ui, std::int64_t step);
// Returns the moment that a view shows, whose pictures were rendered at a step: moment_name() in
// the past, otherwise "Now, epoch 0.8".
std::string shown_moment(const Ui& ui, std::int64_t step);

// Returns the share of keyframes whose visible change is measured, 0 to 1. The detail dial is
// enabled from kDialKnown on.
double dial_known(const Ui& ui);
// Share of measured keyframes from which the detail dial is enabled. Below 1, because training
// keeps adding keyframes that are not measured yet.
inline constexpr double kDialKnown = 0.9;
// Convert the detail dial's value (0 to 1) to a keyframe's step, and back. A value of 1 is the
// present network, for which the step is absent; without measured keyframes, it is the only value.
std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail);
double detail_of_step(const Ui& ui, std::optional<std::int64_t> step);
// Returns the step of the keyframe after turning the detail dial by one notch; absent: the present
// network. `direction`: +1 for more detail, -1 for less.
std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction);
// Returns the step of the existing keyframe nearest to `step`, because the keyframe at `step`
// itself may have been removed to save space. Absent stays absent: the present network.
std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step);

}  // namespace redraw::ui
