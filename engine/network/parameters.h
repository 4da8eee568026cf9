// The network's parameters in one flat array: a grid's tables (encodings.h), then for every layer
// its weights [outputs][inputs], row-major, and its biases [outputs]. Backends, run files, weight
// exports and tests share this layout.
//
// Fourier features are an untrained first layer that computes sin(2 pi (W x + b)). Each frequency
// occurs twice: with b = 0 for the sine and with b = 1/4 for the cosine.
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
    Activation activation = Activation::sine;  // ignored by the output layer
    double omega = 1;                          // used by sine layers
    bool trained = true;
};

// Counts the network's outputs for a picture of `channels` channels: `channels`, or 1 for a window
// network.
int output_count(const NetworkSpec& network, int channels);

// False for a window network in relative tones. With ReLU its biases stay 0: a flat window then
// gets no correction, and twice the contrast gets twice the correction.
bool trains_biases(const NetworkSpec& network);

// Returns the layers in order: Fourier features if any, hidden layers, the output layer.
std::vector<LayerShape> layer_shapes(const NetworkSpec& network, int channels);
std::size_t parameter_count(const NetworkSpec& network, int channels);

// Everything a training step changes; a run resumed from it on the same device continues bit for
// bit. Random numbers need no state: each is a hash of (seed, step, index).
struct State {
    std::int64_t step = 0;            // optimizer updates so far
    std::int64_t optimizer_step = 0;  // updates since the moments were zero, for bias correction
    std::vector<float> parameters;
    std::vector<float> first_moment;   // Adam m, or SGD's momentum; same layout as parameters
    std::vector<float> second_moment;  // Adam v; empty for SGD
    bool operator==(const State&) const = default;
};

// Makes a state at `step` with these parameters and with zero moments.
State fresh_state(std::vector<float> parameters, Optimizer optimizer, std::int64_t step = 0);

// True for an Adam state whose moments are not known: for example of a keyframe (RunFile::branch)
// or a finished run. with_measured_moments() (training/step_loop.h) measures them.
bool lacks_moments(const State& state, const OptimizerSpec& optimizer);

// A named part of the flat parameters; weight files use these names.
struct Tensor {  // "layers.0.weight", "levels.0.table"
    std::string name;
    std::vector<int> shape;
    std::size_t first = 0;  // offset in the flat parameters
    std::size_t count() const;
    std::size_t end() const { return first + count(); }
    std::span<const float> of(std::span<const float> parameters) const {
        return parameters.subspan(first, count());
    }
};
// Lists the tensors in the order of the flat parameters.
std::vector<Tensor> tensors_of(const NetworkSpec& network, int channels);

// Returns the initial parameters of a run, with the same bits for every backend. U(a) is uniform in
// [-a, a); a layer has n inputs.
// Sine (Sitzmann et al. 2020): U(1/n) in a first layer that reads coordinates, U(gain
// sqrt(6/n)/omega) in hidden layers, U(sqrt(6/n)/omega) in the output layer. All biases are
// U(1/sqrt(n)), the framework's default in the authors' code.
// Other activations have biases of 0. ReLU and GELU: He et al. 2015 uniform in hidden layers.
// Output layers, tanh and sigmoid: Glorot and Bengio 2010 uniform, with a gain of 4 in hidden
// sigmoid layers. Frequencies of Fourier features are normal; a grid's features are U(1e-4)
// (Mueller et al. 2022).
std::vector<float> initial_parameters(const NetworkSpec& network, int channels, std::uint64_t seed);

// Temporary edits of a network, made to show their effect on its render: muted (ablated) neurons
// and changed weights. The run itself is not changed.

// Identifies a neuron of a hidden layer.
struct NeuronIndex {
    int layer = 0, neuron = 0;
    bool operator==(const NeuronIndex&) const = default;
};

struct WeightEdit {
    NeuronIndex of;
    int input = 0;  // index of the neuron's input; the number of inputs stands for the bias
    float value = 0;
    bool operator==(const WeightEdit&) const = default;
};

struct NetworkEdits {
    std::vector<NeuronIndex> muted;  // muted neurons; the next layer reads 0 from each
    std::vector<WeightEdit> weights;
    bool empty() const { return muted.empty() && weights.empty(); }
    bool operator==(const NetworkEdits&) const = default;
};

// Applies the edits to flat parameters; skips unknown neurons and inputs and non-finite values.
void apply(const NetworkEdits& edits, const NetworkSpec& network, int channels,
           std::span<float> parameters);

}  // namespace redraw
