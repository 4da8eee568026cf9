// What the user does in the microscope view: chooses a pixel, walks from unit to unit and through
// the four steps. By mouse and by keyboard.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Shows the view at the pixel that was under the mouse last; in the view itself, goes back to the
// loudest neuron.
void show_microscope(Ui& ui);
// Returns the request of the view: the chosen pixel and unit, first the middle of the picture.
MicroscopeView microscope_view(const Ui& ui);
void look_at_pixel(Ui& ui, int column, int row);
// Absent: the loudest neuron.
void look_at_unit(Ui& ui, std::optional<NeuronIndex> unit);
// Handles arrows and Escape in the view: left and right change the step, up and down the layer, and
// with Shift all four move the pixel. Returns false if it does not use the key.
bool microscope_key(Ui& ui, const KeyPress& press);

}  // namespace redraw::ui
