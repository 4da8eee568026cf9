// Builds up a render from the neurons of the last hidden layer, the loudest first. The loudness of
// a neuron n measures its effect on the render:
//     loudness(n) = sum over channels c of |w[c][n]| * deviation(n)
// w: weights of the output layer; deviation(n): standard deviation of n's output over the picture.
#pragma once

#include "engine/features/neurons/neuron_drawing.h"

#include <memory>
#include <span>
#include <vector>

namespace redraw {

// Returns the neurons of the last hidden layer, the loudest first; neurons of equal loudness by
// index. A loudness that is not finite counts as 0. `outputs`: the outputs of that layer over the
// picture, a channel per neuron.
std::vector<int> loudest_first(const NeuronForward& forward, const Image& outputs);
// Ranks the neurons by their outputs at a few points all over the picture (small_pictures()).
std::vector<int> loudest_first(const std::shared_ptr<const NeuronForward>& forward,
                               const Grid& picture);

// Returns edits that mute all neurons of the last hidden layer but the first `count` of `order`. If
// `count` is not below their number, none is muted: the render is the network's own, bit for bit.
NetworkEdits adding_up(const NetworkSpec& network, std::span<const int> order, int count);

}  // namespace redraw
