// Playing: what is on screen at a moment is what the film would show then. Time moves it on, not
// frames, so that a machine that draws slowly skips and stays in time.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <cstddef>

namespace redraw {

inline constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 4.0};  // times the film's own

void play_or_pause_timelapse(Ui& ui);
void change_speed(Ui& ui, int direction);  // to the next of kSpeeds
void set_pace(Ui& ui, Pace pace);
// Moves a playing timelapse on.
void advance_timelapse(Ui& ui);
// Of how many keyframes the visible change is known.
std::size_t measured_changes(const Ui& ui);

}  // namespace redraw
