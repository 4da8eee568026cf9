// The parameters a run starts from: the same bits on every machine and backend.
#pragma once

#include "engine/network/config.h"

#include <vector>

namespace redraw {

// Sine layers as Sitzmann et al. 2020: first U(-1/n, 1/n), hidden U(-gain sqrt(6/n)/omega, +),
// output U(-sqrt(6/n)/omega, +), n the inputs; biases U(-1/sqrt(n), 1/sqrt(n)) (for the first layer
// and hidden layers, as in the authors' code, whose layers keep the framework's default). ReLU and
// GELU: He et al. 2015 uniform. Tanh and sigmoid: Glorot and Bengio 2010 uniform (sigmoid with
// their gain of 4). Biases of these are 0. Frequencies of Fourier features are normal, a grid's
// features U(-1e-4, 1e-4) (Mueller et al. 2022).
std::vector<float> initial_parameters(const NetworkSpec& network, int channels, std::uint64_t seed);

}  // namespace redraw
