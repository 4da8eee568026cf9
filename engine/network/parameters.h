// The network's numbers, flat: a grid's tables (grid_encoding.h), then for every layer its weights
// [outputs][inputs], row-major, and its biases [outputs]. One layout for backends, run files,
// weight exports and tests.
//
// Fourier features are a first layer that is not trained: sin(2 pi (W x + b)), each frequency once
// with b = 0 and once, for the cosine, with b = 1/4.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <cstdint>
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

}  // namespace redraw
