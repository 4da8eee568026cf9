#include "engine/features/neurons/neuron_sum.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace redraw {

std::vector<int> loudest_first(const NeuronForward& forward, const Image& outputs) {
    const auto pixels = double(outputs.pixel_count());
    std::vector<double> loudness;
    std::vector<int> order(std::size_t(outputs.channels));
    std::iota(order.begin(), order.end(), 0);
    for (const int neuron : order) {
        const auto sum = [&](const auto& term) {
            double all = 0;
            for (auto i = std::size_t(neuron); i < outputs.values.size(); i += order.size())
                all += term(double(outputs.values[i]));
            return all;
        };
        const double mean = sum([](double output) { return output; }) / pixels;
        const double variance =
            sum([&](double output) { return (output - mean) * (output - mean); }) / pixels;
        const double loud = forward.outgoing(neuron) * std::sqrt(variance);
        loudness.push_back(std::isfinite(loud) ? loud : 0);
    }
    std::ranges::stable_sort(order, std::greater(),
                             [&](int n) { return loudness[std::size_t(n)]; });
    return order;
}

std::vector<int> loudest_first(const std::shared_ptr<const NeuronForward>& forward,
                               const Grid& picture) {
    return loudest_first(*forward, small_pictures(forward, picture).back());
}

NetworkEdits adding_up(const NetworkSpec& network, std::span<const int> order, int count) {
    NetworkEdits edits;
    for (const int neuron : order.subspan(std::min(std::size_t(count), order.size())))
        edits.muted.push_back({int(network.layers.size()) - 1, neuron});
    return edits;
}

}  // namespace redraw
