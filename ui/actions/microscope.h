// Actions of the microscope view, by mouse and keyboard: choosing a pixel, and walking from unit to
// unit of the network and through the four steps of the explanation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// One pixel's way through the network and back, in four steps.
enum class MicroscopeStep { forward, error, backward, update };
struct MicroscopeState {
    std::optional<MicroscopeView> view;  // absent: no pixel was chosen yet
    MicroscopeStep step = MicroscopeStep::forward;
    std::uint64_t run = 0;  // Status::run_serial of the run to which the unit in `view` belongs
};

// Shows the microscope view at the pixel that was under the mouse last. If the view is shown
// already, selects the neuron that contributes most to the first output.
void show_microscope(Ui& ui);
// Returns the pixel and unit to explain; the middle pixel until the user chooses one.
MicroscopeView microscope_view(const Ui& ui);
void look_at(Ui& ui, const MicroscopeView& view);
void look_at_pixel(Ui& ui, int column, int row);
// Selects a unit; absent: the neuron that contributes most to the first output.
void look_at_unit(Ui& ui, std::optional<NeuronIndex> unit);
// Handles arrows and Escape in the microscope view: left and right change the step, up and down the
// layer, and with Shift all four move the pixel. Returns false if the view does not use the key.
bool microscope_key(Ui& ui, const KeyPress& press);

}  // namespace redraw::ui
