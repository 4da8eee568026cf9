// What was changed in the network that is looked at: neurons muted, weights dragged. Each change is
// a step that Ctrl+Z takes back; the run itself is never changed.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw::ui {

const NetworkEdits& edits_now(const Ui& ui);
bool is_muted(const Ui& ui, NeuronIndex index);
bool is_edited(const Ui& ui, NeuronIndex of, int input);
void toggle_muted(Ui& ui, NeuronIndex index);
// `final`: a drag has ended, and all of it is one step.
void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final);
void drop_edits(Ui& ui);
// "1 neuron muted, 2 weights changed"; empty when it is as it was learned.
std::string edits_text(const NetworkEdits& edits);

}  // namespace redraw::ui
