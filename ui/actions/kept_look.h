// The bookmark of a run: one keyframe that exports start from, and the dial that chooses a keyframe
// by how detailed its drawing is (engine/film/pace.h).
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

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
