// Computes the activations of hidden neurons, for inspection. Runs the plain forward pass in fp32,
// one layer at a time, for a few points together.
#pragma once

#include "engine/image/image.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace redraw {

// Immutable, so any thread may use it.
class NeuronForward {
public:
    static constexpr int kPoints = 16;  // points computed together

    // `parameters`: as in parameters.h; those of a mosaic's tiles may follow and are ignored.
    // `channels`: determines the output layer, which is not computed here. `picture`: needed only
    // by a window network, which reads it.
    NeuronForward(const NetworkSpec& network, int channels, std::vector<float> parameters,
                  std::shared_ptr<const Image> picture = nullptr);

    // Number of trained hidden layers.
    int layers() const { return int(shapes_.size()) - 1 - fixed_; }
    int width(int layer) const { return shape(layer).outputs; }
    int input_count() const { return shape(0).inputs; }  // inputs of the first trained hidden layer
    // Computes the first layer's inputs at a point: x and y, Fourier features, grid features or a
    // window. Writes them to column `point` of `inputs`, in the layout of answer().
    void read(float x, float y, int point, float* inputs) const;
    // Computes the outputs, after the activation, of neurons [first, first + count) of a hidden
    // layer. `inputs`: the outputs of the layer before, or the result of read(). Every row of
    // `inputs` and `answers` holds kPoints values, one per point.
    void answer(int layer, int first, int count, const float* inputs, float* answers) const;

    std::vector<float> weights(int layer, int neuron) const;  // incoming weights
    float bias(int layer, int neuron) const;
    // Returns the sum, over the channels, of the absolute weights that lead from a neuron of the
    // last hidden layer into the output.
    double outgoing(int neuron) const;
    double work() const;  // multiplications for one point, through all hidden layers

private:
    void read_window(float x, float y, float* input) const;
    const LayerShape& shape(int layer) const {
        return shapes_[std::size_t(fixed_) + std::size_t(layer)];
    }

    NetworkSpec network_;
    std::vector<LayerShape> shapes_;
    std::vector<GridLevel> levels_;
    int fixed_;  // 1 if shapes_ begins with Fourier features, otherwise 0
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
};

}  // namespace redraw
