#include "engine/doctor/layer_findings.h"

#include "engine/drawing/neuron_forward.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace redraw {
namespace {

constexpr int kGroupPoints = NeuronForward::kPoints;
constexpr int kMostGroups = 16;  // of kGroupPoints points
// Multiplications: some hundredths of a second.
constexpr double kWork = 2e7, kMostWork = 1e8;
constexpr int kMostPhases = 32;  // neurons of a layer whose arguments are computed

// Of tanh: its derivative is below a fiftieth there. Sigmoid alike.
constexpr float kSaturatedFrom = 0.99f;
constexpr float kSilent = 1e-3f;  // of GELU, which is never quite 0

bool idle(Activation activation, float answer) {
    switch (activation) {
        case Activation::sine:
            return false;
        case Activation::tanh:
            return std::abs(answer) > kSaturatedFrom;
        case Activation::sigmoid:
            return std::abs(2 * answer - 1) > kSaturatedFrom;
        case Activation::relu:
            return answer <= 0;
        case Activation::gelu:
            return std::abs(answer) < kSilent;
    }
    return false;
}

// Points spread evenly without a pattern (the additive recurrence of Roberts 2018).
float spread(int index, double step) {
    return float(2 * std::fmod(0.5 + step * (index + 1), 1.0) - 1);
}

// Values of one layer, group after group: [group][neuron][point].
using Values = std::vector<float>;

double idle_part(const Values& answers, int width, int groups, Activation activation) {
    int count = 0;
    for (int neuron = 0; neuron < width; ++neuron) {
        bool always = true;
        for (int group = 0; group < groups && always; ++group)
            for (int p = 0; p < kGroupPoints && always; ++p)
                always = idle(activation,
                              answers[(std::size_t(group) * width + neuron) * kGroupPoints + p]);
        count += always;
    }
    return double(count) / width;
}

// Standard deviation of omega (w x + b) of a neuron: the bias does not matter.
double phase_of(const std::vector<float>& weights, const Values& inputs, int groups) {
    double sum = 0, squares = 0;
    for (int group = 0; group < groups; ++group)
        for (int p = 0; p < kGroupPoints; ++p) {
            double argument = 0;
            for (std::size_t i = 0; i < weights.size(); ++i)
                argument += double(weights[i]) *
                            inputs[(std::size_t(group) * weights.size() + i) * kGroupPoints + p];
            sum += argument;
            squares += argument * argument;
        }
    const double points = double(groups) * kGroupPoints;
    return std::sqrt(std::max(0.0, squares / points - sum * sum / (points * points)));
}

double median_phase(const NeuronForward& forward, int layer, const Values& inputs, int groups,
                    double omega) {
    std::vector<double> phases;
    const int stride = (forward.width(layer) + kMostPhases - 1) / kMostPhases;
    for (int neuron = 0; neuron < forward.width(layer); neuron += stride)
        phases.push_back(omega * phase_of(forward.weights(layer, neuron), inputs, groups));
    const auto middle = phases.begin() + std::ptrdiff_t(phases.size() / 2);
    std::nth_element(phases.begin(), middle, phases.end());
    return *middle;
}

}  // namespace

std::vector<LayerFindings> look_inside(const NetworkSpec& network, int channels,
                                       std::vector<float> parameters,
                                       std::shared_ptr<const Image> picture) {
    const double each = double(parameters.size()) * kGroupPoints;
    if (each > kMostWork) return {};
    const int groups = std::clamp(int(kWork / each), 1, kMostGroups);
    const NeuronForward forward(network, channels, std::move(parameters), std::move(picture));
    const auto inputs = std::size_t(forward.input_count());
    Values values(std::size_t(groups) * inputs * kGroupPoints);
    for (int i = 0; i < groups * kGroupPoints; ++i)
        forward.read(spread(i, 0.7548776662466927), spread(i, 0.5698402909980532), i % kGroupPoints,
                     values.data() + std::size_t(i / kGroupPoints) * inputs * kGroupPoints);

    std::vector<LayerFindings> layers;
    for (int layer = 0; layer < forward.layers(); ++layer) {
        const int width = forward.width(layer);
        const std::size_t before = values.size() / std::size_t(groups);
        Values answers(std::size_t(groups) * width * kGroupPoints);
        for (int group = 0; group < groups; ++group)
            forward.answer(layer, 0, width, values.data() + group * before,
                           answers.data() + std::size_t(group) * width * kGroupPoints);
        LayerFindings found;
        if (network.activation == Activation::sine) {
            const bool first = layer == 0 && network.encoding == Encoding::none;
            found.phase = median_phase(forward, layer, values, groups,
                                       first ? network.first_omega : network.hidden_omega);
        } else {
            found.idle = idle_part(answers, width, groups, network.activation);
        }
        layers.push_back(found);
        values = std::move(answers);
    }
    return layers;
}

}  // namespace redraw
