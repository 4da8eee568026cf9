// Lays out the small pictures of all neurons: as large as fits, or as a list to scroll where they
// would become too small. Pure functions.
#pragma once

#include "engine/studies/view_request.h"

#include <optional>
#include <vector>

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

}  // namespace redraw::ui
