// The network's numbers, flat: a grid's tables (encodings.h), then for every layer its weights
// [outputs][inputs], row-major, and its biases [outputs]. One layout for backends, run files,
// weight exports and tests.
//
// Fourier features are a first layer that is not trained: sin(2 pi (W x + b)), each frequency once
// with b = 0 and once, for the cosine, with b = 1/4.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace redraw {

struct LayerShape {
    int inputs = 0;
    int outputs = 0;
    std::size_t weights = 0;                   // offset of the first weight in the flat parameters
    std::size_t biases = 0;                    // offset of the first bias
    Activation activation = Activation::sine;  // of all but the output layer
    double omega = 1;                          // of sine
    bool trained = true;
};

// A drawing of `channels` channels takes as many outputs, or the one of a network of windows.
int output_count(const NetworkSpec& network, int channels);

// A network of windows in relative tones has none but zeros: what is flat lacks nothing, and what
// has twice the contrast lacks twice as much.
bool trains_biases(const NetworkSpec& network);

// Fourier features, hidden layers, then the output layer.
std::vector<LayerShape> layer_shapes(const NetworkSpec& network, int channels);
std::size_t parameter_count(const NetworkSpec& network, int channels);

// Everything a training step changes; with it a run resumes bit for bit. Randomness needs no state
// of its own: it is a hash of (seed, step, index).
struct State {
    std::int64_t step = 0;  // optimizer updates so far
    std::int64_t optimizer_step =
        0;  // updates since the moments were zero (Adam's bias correction counts these)
    std::vector<float> parameters;
    std::vector<float> first_moment;   // Adam m, or SGD's momentum; same layout as parameters
    std::vector<float> second_moment;  // Adam v; empty for SGD
    bool operator==(const State&) const = default;
};

// A state at `step` with these parameters and moments of zero.
State fresh_state(std::vector<float> parameters, Optimizer optimizer, std::int64_t step = 0);

// The named parts of the flat parameters, as weight files call them.
struct Tensor {  // "layers.0.weight", "levels.0.table"
    std::string name;
    std::vector<int> shape;
    std::size_t first = 0;  // in the flat parameters
    std::size_t count() const;
    std::size_t end() const { return first + count(); }
    std::span<const float> of(std::span<const float> parameters) const {
        return parameters.subspan(first, count());
    }
};
std::vector<Tensor> tensors_of(const NetworkSpec& network, int channels);  // in their order

// The parameters a run starts from: the same bits on every machine and backend.

// Sine layers as Sitzmann et al. 2020: first U(-1/n, 1/n), hidden U(-gain sqrt(6/n)/omega, +),
// output U(-sqrt(6/n)/omega, +), n the inputs; biases U(-1/sqrt(n), 1/sqrt(n)) (for the first layer
// and hidden layers, as in the authors' code, whose layers keep the framework's default). ReLU and
// GELU: He et al. 2015 uniform. Tanh and sigmoid: Glorot and Bengio 2010 uniform (sigmoid with
// their gain of 4). Biases of these are 0. Frequencies of Fourier features are normal, a grid's
// features U(-1e-4, 1e-4) (Mueller et al. 2022).
std::vector<float> initial_parameters(const NetworkSpec& network, int channels, std::uint64_t seed);

// Changes made to a network to see what they do to its drawing: neurons that are muted (ablated),
// weights that are set. The run that learned it is left as it is.

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
    std::vector<NeuronIndex> muted;  // the next layer reads 0 from them
    std::vector<WeightEdit> weights;
    bool empty() const { return muted.empty() && weights.empty(); }
    bool operator==(const NetworkEdits&) const = default;
};

// Applies the edits to flat parameters. Skips neurons that the network does not have.
void apply(const NetworkEdits& edits, const NetworkSpec& network, int channels,
           std::span<float> parameters);

}  // namespace redraw
