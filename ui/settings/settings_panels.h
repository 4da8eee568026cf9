// The panels of settings at the left: the picture, the network with its encoding, the schedule.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The left panel's section on the picture: its name, its size, its channels, and the run that this
// one was branched from.
void draw_picture_panel(Ui& ui);

// The left panel's section on the network.
void draw_network_panel(Ui& ui);

// The left panel's section on the learning rate over time.
void draw_schedule_panel(Ui& ui);

// The rows for the encoding, its parameters, and the smoothness between the pixels.

// Draw the rows; true when a setting changed.
bool draw_smoothness_row(Ui& ui);
bool draw_encoding_rows(Ui& ui);
// The text of a field that is left open: "Auto", with the chosen value; empty if `edited` is set.
std::string automatic_text(const Ui& ui, double edited, double chosen);

}  // namespace redraw::ui
