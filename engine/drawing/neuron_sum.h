// Adds the drawing up from the neurons of the last hidden layer, the loudest first. The loudness of
// a neuron n says how much it moves the drawing:
//     loudness(n) = sum over channels c of |w[c][n]| * deviation(n)
// w: weights of the output layer; deviation(n): standard deviation of n's output over the picture.
#pragma once

#include "engine/drawing/neuron_forward.h"

#include <memory>
#include <span>
#include <vector>

namespace redraw {

// Returns the neurons of the last hidden layer, the loudest first; equally loud ones by index. A
// loudness that is no finite number counts as 0. `outputs`: the outputs of that layer over the
// picture, a channel per neuron.
std::vector<int> loudest_first(const NeuronForward& forward, const Image& outputs);
// Ranks them by outputs at a few points all over the picture, in a few milliseconds.
std::vector<int> loudest_first(const std::shared_ptr<const NeuronForward>& forward,
                               const Grid& picture);

// Returns the edits that mute the last hidden layer but for the first `count` neurons of `order`.
// With all of them no neuron is muted, and the drawing is the network's own, bit for bit.
NetworkEdits adding_up(const NetworkSpec& network, std::span<const int> order, int count);

}  // namespace redraw
