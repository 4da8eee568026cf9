// Edits of the network that is looked at: muted neurons and dragged weights. Each is an undo step;
// the run itself is never changed.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw::ui {

const NetworkEdits& edits_now(const Ui& ui);
bool is_muted(const Ui& ui, NeuronIndex index);
bool is_edited(const Ui& ui, NeuronIndex of, int input);
void toggle_muted(Ui& ui, NeuronIndex index);
// `final`: the drag has ended; the whole of it is one undo step.
void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final);
void drop_edits(Ui& ui);
// "1 neuron muted, 2 weights changed"; empty without edits.
std::string edits_text(const NetworkEdits& edits);

}  // namespace redraw::ui
