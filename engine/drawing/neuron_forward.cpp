#include "engine/drawing/neuron_forward.h"

#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/network/numerics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
NeuronForward::NeuronForward(const NetworkSpec& network, int channels,
                             std::vector<float> parameters, std::shared_ptr<const Image> picture)
    : network_(network),
      shapes_(layer_shapes(network, channels)),
      levels_(grid_levels(network)),
      fixed_(shapes_.front().trained ? 0 : 1),
      parameters_(std::move(parameters)),
      picture_(std::move(picture)) {
    const std::size_t count = parameter_count(network, channels);
    REDRAW_CHECK(parameters_.size() >= count, "parameters of this network");
    parameters_.resize(count);
    REDRAW_CHECK(network.encoding != Encoding::window || picture_,
                 "a network of windows looks at a picture");
}

void NeuronForward::read_window(float x, float y, float* input) const {
    const Grid grid = picture_grid(picture_->width, picture_->height);
    // Returns the index, along one axis, of the half pixel at a coordinate, clamped to the picture.
    // A window network has an output for each quarter of a pixel: two halves across, two down.
    const auto quarter = [](double at, double start, double end, int pixels) {
        return std::clamp(int((at - start) / (end - start) * 2 * pixels), 0, 2 * pixels - 1);
    };
    const int column = quarter(x, grid.left, grid.right, picture_->width);
    const int row = quarter(y, grid.top, grid.bottom, picture_->height);
    const WindowShape shape = window_shape(network_.window);
    const int reach = shape.reach, side = 2 * reach + 1;
    const Image window =
        luminance(mirrored_part(*picture_, {column / 2 - reach, row / 2 - reach, side, side}));
    encode_window(shape, window_view(window.row(reach) + reach, side, column % 2, row % 2, 0),
                  [&](int i, float value) { input[std::size_t(i) * kPoints] = value; });
}

void NeuronForward::read(float x, float y, int point, float* inputs) const {
    float* input = inputs + point;
    if (network_.encoding == Encoding::window) return read_window(x, y, input);
    const auto put = [&](float value) {
        *input = value;
        input += kPoints;
    };
    if (fixed_) {
        const LayerShape& waves = shapes_.front();
        for (int i = 0; i < waves.outputs; ++i) {
            const float* weights = parameters_.data() + waves.weights + 2 * std::size_t(i);
            const float sum =
                parameters_[waves.biases + std::size_t(i)] + weights[0] * x + weights[1] * y;
            float value, slope;
            numerics::activate(Activation::sine, sum, float(waves.omega), value, slope);
            put(value);
        }
    } else if (levels_.empty()) {
        put(x);
        put(y);
    }
    const auto features = std::size_t(network_.grid.features);
    for (const GridLevel& level : levels_) {
        const GridCorners corners = grid_corners(level, x, y);
        for (std::size_t f = 0; f < features; ++f) {
            float sum = 0;
            for (int c = 0; c < 4; ++c)
                sum +=
                    corners.weight[c] * parameters_[level.first + corners.entry[c] * features + f];
            put(sum);
        }
    }
}

void NeuronForward::answer(int layer, int first, int count, const float* inputs,
                           float* answers) const {
    const LayerShape& shape = this->shape(layer);
    for (int neuron = first; neuron < first + count; ++neuron, answers += kPoints) {
        const float* weights =
            parameters_.data() + shape.weights + std::size_t(neuron) * shape.inputs;
        float sums[kPoints];
        for (float& sum : sums) sum = parameters_[shape.biases + std::size_t(neuron)];
        for (int i = 0; i < shape.inputs; ++i)
            for (int p = 0; p < kPoints; ++p)
                sums[p] += weights[i] * inputs[std::size_t(i) * kPoints + p];
        float slope;
        for (int p = 0; p < kPoints; ++p)
            numerics::activate(shape.activation, sums[p], float(shape.omega), answers[p], slope);
    }
}

std::vector<float> NeuronForward::weights(int layer, int neuron) const {
    const LayerShape& shape = this->shape(layer);
    const auto first =
        parameters_.begin() + std::ptrdiff_t(shape.weights + std::size_t(neuron) * shape.inputs);
    return {first, first + shape.inputs};
}

float NeuronForward::bias(int layer, int neuron) const {
    return parameters_[shape(layer).biases + std::size_t(neuron)];
}

double NeuronForward::outgoing(int neuron) const {
    const LayerShape& output = shapes_.back();
    double sum = 0;
    for (int c = 0; c < output.outputs; ++c)
        sum += std::abs(parameters_[output.weights + std::size_t(c * output.inputs + neuron)]);
    return sum;
}

double NeuronForward::work() const {
    double work = 0;
    for (int layer = 0; layer < layers(); ++layer)
        work += double(shape(layer).inputs) * shape(layer).outputs;
    return work;
}

}  // namespace redraw
