// Computes the activations of hidden neurons, for inspection: the plain forward pass in fp32, one
// layer at a time, for a few points together. Immutable once made.
#pragma once

#include "engine/image/image.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace redraw {

class NeuronForward {
public:
    static constexpr int kPoints = 16;  // go through the network together

    // Parameters as in parameters.h; `channels` gives the outputs, which are not computed here.
    // `picture`: what a network of windows looks at; others do not need it.
    NeuronForward(const NetworkSpec& network, int channels, std::vector<float> parameters,
                  std::shared_ptr<const Image> picture = nullptr);

    int layers() const { return int(shapes_.size()) - 1 - fixed_; }  // hidden ones, trained
    int width(int layer) const { return shape(layer).outputs; }
    int input_count() const { return shape(0).inputs; }  // of the first of them
    // Computes the first layer's inputs at a point: x and y, Fourier features, a grid's, or a
    // window. Writes them to column `point` of `inputs`, as answer() takes them.
    void read(float x, float y, int point, float* inputs) const;
    // The answers, after the activation, of a hidden layer's neurons [first, first + count). Of
    // `inputs` (the layer before's answers, or what read() gave) and of `answers` every row holds
    // kPoints values, one a point.
    void answer(int layer, int first, int count, const float* inputs, float* answers) const;

    std::vector<float> weights(int layer, int neuron) const;  // coming in
    float bias(int layer, int neuron) const;

private:
    void read_window(float x, float y, float* input) const;
    const LayerShape& shape(int layer) const {
        return shapes_[std::size_t(fixed_) + std::size_t(layer)];
    }

    NetworkSpec network_;
    std::vector<LayerShape> shapes_;
    std::vector<GridLevel> levels_;
    int fixed_;  // 1: the first shape is Fourier features
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
};

}  // namespace redraw
