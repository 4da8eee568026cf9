// The look of the run: a moment of its learning that is kept because it is liked as it is, and the
// dial that chooses one by how far the drawing had come (engine/film/detail.h).
#pragma once

#include "ui/state/context.h"

#include <cstdint>
#include <optional>

namespace redraw::ui {

// The keyframe that is kept; absent: none.
std::optional<std::int64_t> kept_step(const Ui& ui);
// Keeps a keyframe, or none any more: a change that can be taken back.
void keep(Ui& ui, std::optional<std::int64_t> step);
// The moment that the timelapse shows; let go where it is kept already.
void keep_or_let_go(Ui& ui);

// What the dial needs to know, 0 to 1; above kDialKnown it can be turned.
double dial_known(const Ui& ui);
inline constexpr double kDialKnown = 0.9;  // training always adds some that are not measured yet
// The keyframe that is so detailed; absent from 1 on: now. And the reverse.
std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail);
double detail_of_step(const Ui& ui, std::optional<std::int64_t> step);
// The next keyframe, or now, by a turn of the dial that is seen: +1 for more detail.
std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction);
// The keyframe nearest to one that may be thinned out by now.
std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step);

}  // namespace redraw::ui
