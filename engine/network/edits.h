// Changes made to a network to see what they do to its drawing: neurons that are muted (ablated),
// weights that are set. The run that learned it is left as it is.
#pragma once

#include "engine/network/config.h"

#include <span>
#include <vector>

namespace redraw {

// One neuron of a hidden layer.
struct NeuronIndex {
    int layer = 0, neuron = 0;
    bool operator==(const NeuronIndex&) const = default;
};

struct WeightEdit {
    NeuronIndex of;
    int input = 0;  // of the neuron; as many as it has inputs: its bias
    float value = 0;
    bool operator==(const WeightEdit&) const = default;
};

struct NetworkEdits {
    std::vector<NeuronIndex> muted;  // what they answer counts for nothing in the next layer
    std::vector<WeightEdit> weights;
    bool empty() const { return muted.empty() && weights.empty(); }
    bool operator==(const NetworkEdits&) const = default;
};

// Applies the edits to flat parameters (parameters.h). Skips neurons that the network does not
// have.
void apply(const NetworkEdits& edits, const NetworkSpec& network, int channels,
           std::span<float> parameters);

}  // namespace redraw
