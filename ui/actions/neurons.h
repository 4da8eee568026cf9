// The neurons view: its state, its actions, and its layout, a grid of tiles, one for each neuron,
// as large as fit into the pane. If the tiles would become too small, the grid scrolls.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

struct NeuronsState {
    std::uint64_t run = 0;               // Status::run_serial of the run that the rest belongs to
    std::optional<NeuronIndex> large{};  // the neuron shown large; absent: all are listed
    std::optional<NeuronIndex> last{};   // the neuron that was shown large last
    float scroll = 0;                    // scroll position of the list in pixels
    bool follow = false;                 // scroll in the next frame so that `last` is visible
    // Number of neurons of the last layer that draw, the loudest; absent: all.
    std::optional<int> sum{};
    // A weight is being dragged; CentreState::edits has its value. `input`: index of the weight's
    // input. `limit`: the value at the end of a bar when the drag began.
    bool dragging = false;
    int input = 0;
    float limit = 1;
};

struct NeuronLayout {
    float tile_width = 0, tile_height = 0, gap = 0, caption = 0;
    int columns = 1;
    std::vector<int> layers;
    std::vector<float> tops;  // y of each layer's caption, in pixels
    float height = 0;         // height of the whole grid in pixels

    // Return the top left corner of a neuron's tile in pixels, relative to the grid.
    float tile_x(int neuron) const;
    float tile_y(NeuronIndex index) const;
    // Returns the neuron at a position in pixels, relative to the grid; absent outside all tiles.
    // The gap after a tile counts as part of that tile.
    std::optional<NeuronIndex> at(float x, float y) const;
};

// `layers`: number of neurons in each layer. `aspect`: width divided by height of a tile. `unit`:
// pixels per layout unit.
NeuronLayout lay_out_neurons(const std::vector<int>& layers, float width, float height,
                             float aspect, float unit);

// Return the neuron selected by an arrow key. next_neuron() moves by `across` neurons and continues
// in the neighbouring layer. next_layer() moves by `down` layers and keeps the neuron's index where
// possible. Both stop at the ends of the network.
NeuronIndex next_neuron(const std::vector<int>& layers, NeuronIndex index, int across);
NeuronIndex next_layer(const std::vector<int>& layers, NeuronIndex index, int down);

const std::vector<int>& hidden_layers(const Ui& ui);
std::string neuron_name(NeuronIndex index);  // "Layer 2, neuron 17", counted from 1
// Show one neuron large, or all neurons as tiles. show_neurons() shows the view, and all neurons if
// it is shown already.
void show_neurons(Ui& ui);
void show_neuron(Ui& ui, NeuronIndex index);
void show_all_neurons(Ui& ui);
// Handles arrows, Enter and Escape in the neurons view. Returns false if the key is not used.
bool neuron_key(Ui& ui, const KeyPress& press);

// Edits of the displayed network (Ui::edits()). Each is an undo step. own_edits() leaves out what
// add_up() mutes.
const NetworkEdits& own_edits(const Ui& ui);
bool is_muted(const Ui& ui, NeuronIndex index);
bool is_edited(const Ui& ui, NeuronIndex of, int input);
void toggle_muted(Ui& ui, NeuronIndex index);
// `final`: the mouse drag has ended; the whole drag becomes one undo step.
void set_weight(Ui& ui, NeuronIndex of, int input, float value, bool final);
// The sum of the neurons: add_up() renders only with the `count` neurons of the last layer that
// contribute most; with all of them the render is the usual one. follow_neurons() selects the
// neurons in every frame, because their order changes with the network, and begins anew with each
// run. Only the list of neurons uses the sum.
void add_up(Ui& ui, int count);
void follow_neurons(Ui& ui);

}  // namespace redraw::ui
