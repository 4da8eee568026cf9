// Replays how the network learned the picture, in four seconds: its render at each keyframe, over
// the whole centre, paced so that it changes evenly. Then the wipe view is shown, whose divider
// follows the mouse until a key or a click. A skipped replay returns to the view before it.
// A replay begins by itself at the first finish at which the user is not busy (await_finish()), if
// none was shown since the program's start and the preferences do not turn it off.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void replay(Ui& ui);
// Starts, advances and ends the replay. Call once a frame before the keys are handled. Returns true
// if the replay used this frame's keys, which must then not be handled again: Escape and clicks
// only end it, any other key also does what it always does.
bool follow_replay(Ui& ui);

inline bool replaying(const Ui& ui) {
    return ui.state.replay.stage == ReplayStage::plays;
}

}  // namespace redraw::ui
