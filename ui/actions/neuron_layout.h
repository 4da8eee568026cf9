// Lays out a grid of tiles, one for each neuron, as large as they fit. If they would become too
// small, the grid becomes a scrolling list. Pure functions.
#pragma once

#include "engine/studies/results.h"
#include "ui/state/context.h"

namespace redraw::ui {

struct NeuronLayout {
    float tile_width = 0, tile_height = 0, gap = 0, caption = 0;
    int columns = 1;
    std::vector<int> layers;
    std::vector<float> tops;  // y of each layer's caption
    float height = 0;         // total

    // The top left corner of a tile, relative to the list.
    float tile_x(int neuron) const;
    float tile_y(NeuronIndex index) const;
    // Returns the neuron at a position; the gap after a tile belongs to that tile.
    std::optional<NeuronIndex> at(float x, float y) const;
};

// `aspect`: width / height of a tile. `unit`: pixels per layout unit.
NeuronLayout lay_out_neurons(const std::vector<int>& layers, float width, float height,
                             float aspect, float unit);

// next_neuron() moves `across` neurons and continues in the neighbouring layer. next_layer() moves
// `down` layers and keeps the neuron's index where possible. Both stop at the ends of the network.
NeuronIndex next_neuron(const std::vector<int>& layers, NeuronIndex index, int across);
NeuronIndex next_layer(const std::vector<int>& layers, NeuronIndex index, int down);

// Selects one neuron to show large, or shows all of them as tiles; used by mouse and keyboard.
const std::vector<int>& hidden_layers(const Ui& ui);
std::string neuron_name(NeuronIndex index);  // "Layer 2, neuron 17", counted from 1
void show_neuron(Ui& ui, NeuronIndex index);
void show_all_neurons(Ui& ui);
// Handles arrows, Enter and Escape in the neurons view; false if it does not use the key.
bool neuron_key(Ui& ui, Key key);

// Edits of the network that is shown: muted neurons and changed weights. Each edit is an undo step;
// the run itself is never changed.
const NetworkEdits& edits_now(const Ui& ui);
bool is_muted(const Ui& ui, NeuronIndex index);
bool is_edited(const Ui& ui, NeuronIndex of, int input);
void toggle_muted(Ui& ui, NeuronIndex index);
// `final`: the drag has ended. The whole drag becomes one undo step.
void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final);
void drop_edits(Ui& ui);
// Describes the edits: "1 neuron muted, 2 weights changed"; empty without edits.
std::string edits_text(const NetworkEdits& edits);

}  // namespace redraw::ui
