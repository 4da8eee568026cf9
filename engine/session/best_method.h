// Chooses what draws a picture larger than it is. Pure functions of what was measured.
#pragma once

#include "engine/session/status.h"

namespace redraw {

// The largest that is known of the picture; a run is open.
const Image& known_picture(const Status& status);
// The picture was opened larger than it is learned: something to measure against.
bool has_larger_original(const Status& status);
// The picture can teach a network to enlarge it; a run that is such a network needs no other.
bool can_enlarge(const Status& status);
// That takes seconds: it is learned without being asked for.
bool enlarges_unasked(const Status& status);
// The method that was measured to come closest; before it is measured, the one that most likely
// will, which an export then waits for.
Method best_enlargement(const Status& status);

}  // namespace redraw
