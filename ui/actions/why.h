// Actions of the view Why, by mouse and keyboard: choosing a place, and walking from unit to unit
// of the network and through the four steps of one step of learning.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// One pixel's way through the network and back, in four steps.
enum class LearningStep { forward, error, backward, update };
struct WhyState {
    std::optional<MicroscopeView> view;  // absent: no place was chosen yet
    bool one_step = false;               // one step of learning is shown in numbers
    LearningStep step = LearningStep::forward;
    std::uint64_t run = 0;  // Status::run_serial of the run to which the unit in `view` belongs
};

// Shows the view at the pixel that was under the mouse last.
void show_why(Ui& ui);
// Returns the chosen place, and the unit to explain; the middle pixel until the user chooses one.
// Without a chosen unit, that is an output, or in one step of learning the neuron that contributes
// most to the first output.
MicroscopeView why_view(const Ui& ui);
void look_at(Ui& ui, const MicroscopeView& view);
void look_at_pixel(Ui& ui, int column, int row);
// Selects a unit; absent: the usual one (why_view()).
void look_at_unit(Ui& ui, std::optional<NeuronIndex> unit);
void leave_one_step(Ui& ui);  // back to what is learned at the place
// Handles arrows and Escape: the arrows move the place. In one step of learning left and right
// change the step, up and down the layer, and with Shift all four move the place. Returns false if
// the view does not use the key.
bool why_key(Ui& ui, const KeyPress& press);

}  // namespace redraw::ui
