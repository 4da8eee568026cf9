// The network in double precision, written from the definitions in config.h and sharing nothing with
// the engine's kernels: drawn values, losses, and exact gradients by backpropagation. What backends of
// every precision are measured against.
#pragma once

#include "engine/network/parameters.h"
#include "engine/training/dataset.h"

#include <cmath>
#include <vector>

namespace redraw_test {

using namespace redraw;

struct DoubleUnit {
    double value, slope;
};

inline DoubleUnit double_activation(Activation activation, double omega, double pre) {
    switch (activation) {
        case Activation::sine:
            return {std::sin(omega * pre), omega * std::cos(omega * pre)};
        case Activation::tanh: {
            const double value = std::tanh(pre);
            return {value, 1 - value * value};
        }
        case Activation::sigmoid: {
            const double value = 1 / (1 + std::exp(-pre));
            return {value, value * (1 - value)};
        }
        case Activation::relu:
            return {std::fmax(pre, 0.0), pre > 0 ? 1.0 : 0.0};
        default: {  // GELU
            const double scale = std::sqrt(2 / std::acos(-1.0));
            const double t = std::tanh(scale * (pre + 0.044715 * pre * pre * pre));
            return {0.5 * pre * (1 + t), 0.5 * (1 + t) + 0.5 * pre * (1 - t * t) * scale *
                                                             (1 + 3 * 0.044715 * pre * pre)};
        }
    }
}

struct DoubleOutput {
    double value, loss, gradient;  // of the loss by y
};

inline DoubleOutput double_output(OutputMap map, Loss loss, double y, double target) {
    const double p = 1 / (1 + std::exp(-y));
    const double value = map == OutputMap::sigmoid ? p : (y + 1) / 2;
    if (loss == Loss::bce)  // of a logit
        return {value, -target * std::log(p) - (1 - target) * std::log1p(-p), p - target};
    const double slope = map == OutputMap::sigmoid ? p * (1 - p) : 0.5, error = value - target;
    if (loss == Loss::l1)
        return {value, std::fabs(error), (double(error > 0) - double(error < 0)) * slope};
    return {value, error * error, 2 * error * slope};
}

// One step's loss and gradient, over the given pixels of the picture.
struct DoubleStep {
    double loss = 0, squared_error = 0;
    std::vector<double> gradient;
};

class DoubleNetwork {
public:
    DoubleNetwork(const NetworkSpec& network, int channels, const std::vector<float>& parameters)
        : network_(network),
          layers_(layer_shapes(network, channels)),
          parameters_(parameters.begin(), parameters.end()) {}

    // The output layer's numbers at (x, y); `units_` keeps the hidden layers.
    std::vector<double> outputs(double x, double y) {
        std::vector<double> input{x, y};
        inputs_.assign(1, input);
        units_.clear();
        for (std::size_t l = 0; l < layers_.size(); ++l) {
            const LayerShape& layer = layers_[l];
            std::vector<double> pre(layer.outputs);
            for (int j = 0; j < layer.outputs; ++j) {
                pre[j] = parameters_[layer.biases + j];
                for (int k = 0; k < layer.inputs; ++k) pre[j] += weight(layer, j, k) * input[k];
            }
            if (l + 1 == layers_.size()) return pre;
            const double omega = l == 0 ? network_.first_omega : network_.hidden_omega;
            units_.emplace_back();
            input.clear();
            for (const double p : pre) {
                units_.back().push_back(double_activation(network_.activation, omega, p));
                input.push_back(units_.back().back().value);
            }
            inputs_.push_back(input);
        }
        return {};
    }

    DoubleStep step(Loss loss, const Dataset& dataset, std::int64_t step_index) {
        DoubleStep step;
        step.gradient.resize(parameters_.size());
        const Image& target = dataset.target;
        const int pixels = dataset.batch_pixels();
        const double scale = 1.0 / (double(pixels) * target.channels);
        for (int i = 0; i < pixels; ++i) {
            const int pixel = int(sample_index(dataset, step_index, std::uint32_t(i)));
            const int column = pixel % target.width, row = pixel / target.width;
            const auto y = outputs(dataset.grid.x(column), dataset.grid.y(row));
            std::vector<double> delta;
            for (int c = 0; c < target.channels; ++c) {
                const double wanted = target.row(row)[column * target.channels + c];
                const DoubleOutput out = double_output(network_.output, loss, y[c], wanted);
                step.loss += out.loss * scale;
                step.squared_error += (out.value - wanted) * (out.value - wanted) * scale;
                delta.push_back(out.gradient * scale);
            }
            add_gradient(delta, step.gradient);
        }
        return step;
    }

private:
    double weight(const LayerShape& layer, int output, int input) const {
        return parameters_[layer.weights + std::size_t(output) * layer.inputs + input];
    }

    void add_gradient(std::vector<double> delta, std::vector<double>& gradient) const {
        for (std::size_t l = layers_.size(); l-- > 0;) {
            const LayerShape& layer = layers_[l];
            std::vector<double> before(layer.inputs);
            for (int j = 0; j < layer.outputs; ++j) {
                gradient[layer.biases + j] += delta[j];
                for (int k = 0; k < layer.inputs; ++k) {
                    gradient[layer.weights + std::size_t(j) * layer.inputs + k] +=
                        delta[j] * inputs_[l][k];
                    before[k] += delta[j] * weight(layer, j, k);
                }
            }
            if (l == 0) return;
            for (int k = 0; k < layer.inputs; ++k) before[k] *= units_[l - 1][k].slope;
            delta = before;
        }
    }

    NetworkSpec network_;
    std::vector<LayerShape> layers_;
    std::vector<double> parameters_;
    std::vector<std::vector<double>> inputs_;
    std::vector<std::vector<DoubleUnit>> units_;
};

// |a - b| / |b|, lengths of vectors.
template <class A, class B>
double relative_distance(const std::vector<A>& a, const std::vector<B>& b) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
        size += double(b[i]) * double(b[i]);
    }
    return std::sqrt(difference / size);
}

}  // namespace redraw_test
