// Lays out the small pictures of all neurons: as large as fits, or as a list to scroll where they
// would become too small. Pure functions.
#pragma once

#include "engine/studies/results.h"
#include "ui/state/context.h"

namespace redraw::ui {

struct NeuronLayout {
    float tile_width = 0, tile_height = 0, gap = 0, caption = 0;
    int columns = 1;
    std::vector<int> layers;
    std::vector<float> tops;  // of each layer's caption
    float height = 0;         // of everything

    // Top left corners, relative to the list's.
    float tile_x(int neuron) const;
    float tile_y(NeuronIndex index) const;
    // The neuron at a place; the gap behind a picture belongs to it.
    std::optional<NeuronIndex> at(float x, float y) const;
};

// `aspect`: width by height of a picture. `unit`: pixels of one unit of the layout.
NeuronLayout lay_out_neurons(const std::vector<int>& layers, float width, float height,
                             float aspect, float unit);

// The neighbour: across to the next neuron, at a layer's end to the next layer; or `layers` on, at
// the same place as far as there is one. Stays at the ends of the network.
NeuronIndex next_neuron(const std::vector<int>& layers, NeuronIndex index, int across);
NeuronIndex next_layer(const std::vector<int>& layers, NeuronIndex index, int down);

// Chooses the neuron that is shown large, or all of them small, also by keys.
const std::vector<int>& hidden_layers(const Ui& ui);
std::string neuron_name(NeuronIndex index);  // "Layer 2, neuron 17", counted from 1
void show_neuron(Ui& ui, NeuronIndex index);
void show_all_neurons(Ui& ui);
// Handles arrows, Enter and Escape in the neurons view; false if the key is not for it.
bool neuron_key(Ui& ui, Key key);

// Edits of the network that is looked at: muted neurons and dragged weights. Each is an undo step;
// the run itself is never changed.
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
