// Chooses what draws a picture larger than it is. Pure functions of what was measured.
#pragma once

#include "engine/session/status.h"

namespace redraw {

// The largest that is known of the picture; a run is open.
const Image& known_picture(const Status& status);
// True when the picture was opened larger than it is learned.
bool has_larger_original(const Status& status);
// True when a network can learn from the picture how to enlarge it. A run that is such a network
// needs no other.
bool can_enlarge(const Status& status);
// True when that takes seconds, so that it is learned without being asked for.
bool enlarges_unasked(const Status& status);
// The method that was measured to come closest; before that, the one that most likely will, for
// which an export then waits.
Method best_enlargement(const Status& status);

}  // namespace redraw
