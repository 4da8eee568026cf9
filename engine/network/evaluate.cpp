#include "engine/network/evaluate.h"

#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/numerics.h"
#include "engine/network/parameters.h"

#include <algorithm>

namespace redraw {
namespace {

// Stores activations by feature, [features][points], so that the compiler vectorizes over points.
using Activations = std::vector<float>;

void add_scaled(float* __restrict to, float scale, const float* __restrict values,
                std::size_t count) {
    for (std::size_t p = 0; p < count; ++p) to[p] += scale * values[p];
}

Activations coordinates(std::span<const float> points) {
    const std::size_t count = points.size() / 2;
    Activations values(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) values[i % 2 * count + i / 2] = points[i];
    return values;
}

// Calls use(feature index, point index, parameter index, weight) for each corner of the grid cells
// around each point.
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
    const std::size_t count = points.size() / 2;
    Activations values(grid_levels(network).size() * std::size_t(network.grid.features) * count);
    for_each_corner(network, points,
                    [&](std::size_t feature, std::size_t i, std::size_t at, float weight) {
                        values[feature * count + i] += weight * parameters[at];
                    });
    return values;
}

}  // namespace

std::vector<float> evaluate(const NetworkSpec& network, int channels,
                            std::span<const float> parameters, std::span<const float> points) {
    REDRAW_CHECK(network.encoding != Encoding::window && points.size() % 2 == 0,
                 "a network of coordinates, at points of the plane");
    const std::size_t count = points.size() / 2;
    Activations values = network.encoding == Encoding::grid
                             ? grid_features(network, parameters, points)
                             : coordinates(points);
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (const LayerShape& layer : layers) {
        const std::size_t inputs = std::size_t(layer.inputs);
        Activations outputs(std::size_t(layer.outputs) * count);
        for (std::size_t o = 0; o < std::size_t(layer.outputs); ++o) {
            float* const row = outputs.data() + o * count;
            std::fill_n(row, count, parameters[layer.biases + o]);
            for (std::size_t i = 0; i < inputs; ++i)
                add_scaled(row, parameters[layer.weights + o * inputs + i],
                           values.data() + i * count, count);
            float slope = 0;
            for (float& value : std::span(row, count))
                if (&layer == &layers.back())
                    value = numerics::output_value(network.output, value);
                else
                    numerics::activate(layer.activation, value, float(layer.omega), value, slope);
        }
        values = std::move(outputs);
    }
    std::vector<float> drawn(values.size());
    for (std::size_t p = 0; p < count; ++p)
        for (std::size_t c = 0; c < std::size_t(channels); ++c)
            drawn[p * std::size_t(channels) + c] = values[c * count + p];
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
