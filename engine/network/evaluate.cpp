#include "engine/network/evaluate.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/numerics.h"
#include "engine/network/parameters.h"

#include <algorithm>

namespace redraw {
namespace {

// Points are evaluated in blocks of kBlock. Activations lie by feature, [features][kBlock], so that
// the compiler vectorizes over points and keeps a feature's sums in registers.
constexpr std::size_t kBlock = 32;
using Activations = std::vector<float>;

Activations coordinates(std::span<const float> points) {
    Activations values(2 * kBlock);
    for (std::size_t i = 0; i < points.size(); ++i) values[i % 2 * kBlock + i / 2] = points[i];
    return values;
}

// Adds the products of `weights` and `inputs` to the sums, in the order of the inputs.
void add_products(float* __restrict sums, std::span<const float> weights,
                  const float* __restrict inputs) {
    float block[kBlock];
    for (std::size_t p = 0; p < kBlock; ++p) block[p] = sums[p];
    for (const float weight : weights) {
        for (std::size_t p = 0; p < kBlock; ++p) block[p] += weight * inputs[p];
        inputs += kBlock;
    }
    for (std::size_t p = 0; p < kBlock; ++p) sums[p] = block[p];
}

// Calls use(feature index, point index, parameter index, weight) for each feature at each corner of
// the grid cells around each point.
void for_each_corner(const NetworkSpec& network, std::span<const float> points, auto use) {
    const std::size_t features = std::size_t(network.grid.features);
    std::size_t first = 0;
    for (const GridLevel& level : grid_levels(network)) {
        for (std::size_t i = 0; i < points.size() / 2; ++i) {
            const GridCorners corners = grid_corners(level, points[2 * i], points[2 * i + 1]);
            for (std::size_t f = 0; f < features; ++f)
                for (std::size_t c = 0; c < 4; ++c)
                    use(first + f, i, level.first + corners.entry[c] * features + f,
                        corners.weight[c]);
        }
        first += features;
    }
}

Activations grid_features(const NetworkSpec& network, std::span<const float> parameters,
                          std::span<const float> points) {
    Activations values(grid_levels(network).size() * std::size_t(network.grid.features) * kBlock);
    for_each_corner(network, points,
                    [&](std::size_t feature, std::size_t i, std::size_t at, float weight) {
                        values[feature * kBlock + i] += weight * parameters[at];
                    });
    return values;
}

// Evaluates at most kBlock points; writes [points][channels].
void evaluate_block(const NetworkSpec& network, std::span<const LayerShape> layers,
                    std::span<const float> parameters, std::span<const float> points,
                    float* drawn) {
    Activations values = network.encoding == Encoding::grid
                             ? grid_features(network, parameters, points)
                             : coordinates(points);
    const std::size_t count = points.size() / 2;
    for (const LayerShape& layer : layers) {
        const std::size_t inputs = std::size_t(layer.inputs);
        Activations outputs(std::size_t(layer.outputs) * kBlock);
        for (std::size_t o = 0; o < std::size_t(layer.outputs); ++o) {
            float* const row = outputs.data() + o * kBlock;
            std::fill_n(row, kBlock, parameters[layer.biases + o]);
            add_products(row, parameters.subspan(layer.weights + o * inputs, inputs),
                         values.data());
            float slope = 0;
            for (float& value : std::span(row, count))
                if (&layer == &layers.back())
                    value = numerics::output_value(network.output, value);
                else
                    numerics::activate(layer.activation, value, float(layer.omega), value, slope);
        }
        values = std::move(outputs);
    }
    const auto channels = std::size_t(layers.back().outputs);
    for (std::size_t p = 0; p < count; ++p)
        for (std::size_t c = 0; c < channels; ++c) drawn[p * channels + c] = values[c * kBlock + p];
}

}  // namespace

std::vector<float> evaluate(const NetworkSpec& network, int channels,
                            std::span<const float> parameters, std::span<const float> points,
                            const InParallel& in_parallel) {
    REDRAW_CHECK(network.encoding != Encoding::window && points.size() % 2 == 0,
                 "a network of coordinates, at points of the plane");
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    const std::size_t count = points.size() / 2;
    std::vector<float> drawn(count * std::size_t(channels));
    in_parallel(int(divide_up(count, kBlock)), [&](int block) {
        const std::size_t first = std::size_t(block) * kBlock;
        evaluate_block(network, layers, parameters,
                       points.subspan(2 * first, 2 * std::min(kBlock, count - first)),
                       drawn.data() + first * std::size_t(channels));
    });
    return drawn;
}

std::vector<std::size_t> parameters_read_at(const NetworkSpec& network, int channels,
                                            std::span<const float> points) {
    std::vector<std::size_t> places;
    if (network.encoding == Encoding::grid)
        for_each_corner(network, points, [&](std::size_t, std::size_t, std::size_t at, float) {
            places.push_back(at);
        });
    for (std::size_t i = grid_parameters(network); i < parameter_count(network, channels); ++i)
        places.push_back(i);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

}  // namespace redraw
