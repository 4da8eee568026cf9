// Chooses the neuron that is shown large, or all of them small, also by keys.
#pragma once

#include "ui/state/context.h"

#include <string>
#include <vector>

namespace redraw::ui {

const std::vector<int>& hidden_layers(const Ui& ui);
std::string neuron_name(NeuronIndex index);  // "Layer 2, neuron 17", counted from 1
void show_neuron(Ui& ui, NeuronIndex index);
void show_all_neurons(Ui& ui);
// Handles arrows, Enter and Escape in the neurons view; false if the key is not for it.
bool neuron_key(Ui& ui, Key key);

}  // namespace redraw::ui
