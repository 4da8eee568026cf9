// What the hidden neurons answer: the plain forward pass in fp32, one layer at a time, for a few
// points together. For looking inside; training and drawings have kernels of their own. Immutable
// once made.
#pragma once

#include "engine/network/parameters.h"

#include <cstddef>
#include <vector>

namespace redraw {

class NeuronForward {
public:
    static constexpr int kPoints = 16;  // go through the network together

    // Parameters as in parameters.h; `channels` gives the outputs, which are not computed here.
    NeuronForward(const NetworkSpec& network, int channels, std::vector<float> parameters);

    int layers() const { return int(shapes_.size()) - 1; }  // hidden ones
    int width(int layer) const { return shapes_[std::size_t(layer)].outputs; }
    // The answers, after the activation, of a hidden layer's neurons [first, first + count). Of
    // `inputs` (the layer before's answers, or x and y) and of `answers` every row holds kPoints
    // values, one a point.
    void answer(int layer, int first, int count, const float* inputs, float* answers) const;

    std::vector<float> weights(int layer, int neuron) const;  // coming in
    float bias(int layer, int neuron) const;

private:
    NetworkSpec network_;
    std::vector<LayerShape> shapes_;
    std::vector<float> parameters_;
};

}  // namespace redraw
