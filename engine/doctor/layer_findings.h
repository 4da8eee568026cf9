// How the neurons of every hidden layer behave at a few points of the picture: dead, saturated, or,
// for sines, how far their arguments stray.
#pragma once

#include "engine/image/image.h"
#include "engine/network/config.h"

#include <memory>
#include <vector>

namespace redraw {

struct LayerFindings {
    double idle = 0;   // the part of its neurons that are dead or saturated at every point
    double phase = 0;  // sine: radians a neuron's argument strays over the picture; the median
};

// Empty where the network is too large to look at in passing. `picture` as NeuronForward takes it.
std::vector<LayerFindings> look_inside(const NetworkSpec& network, int channels,
                                       std::vector<float> parameters,
                                       std::shared_ptr<const Image> picture = nullptr);

}  // namespace redraw
