// Replays the birth of a picture: its drawing alone over the whole centre, in four seconds, as fast
// as it visibly changes. The view then becomes the wipe, whose divider follows the mouse until a
// key or a click. The first picture finished since the program began replays by itself.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void replay(Ui& ui);
// Starts, advances and ends the replay. Call once a frame before the keys are handled; returns true
// if the replay took them.
bool follow_replay(Ui& ui);

inline bool replaying(const Ui& ui) {
    return ui.state.replay.stage == ReplayStage::plays;
}

}  // namespace redraw::ui
