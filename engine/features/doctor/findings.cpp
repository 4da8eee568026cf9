#include "engine/features/doctor/findings.h"

#include "engine/arithmetic.h"
#include "engine/drawing/neuron_forward.h"
#include "engine/seconds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace redraw {
namespace {

// Limit of multiplications in one examination: once for rendering all patches together, once for
// the small render, which may exceed it at its least size. Each takes hundredths of a second.
constexpr double kWorkOfOneLook = 2e9;
// The most and fewest pixels along the longer side of the small render, which shows whether the
// network's picture has only one tone.
constexpr int kLonger = 32, kShortest = 8;
// The most and fewest pixels along a patch's side; samples along a pixel's side.
constexpr int kPatch = 16, kSmallest = 4, kFine = 3;
constexpr double kPatchPlaces[] = {0.25, 0.75};
constexpr int kPatches = 4;

double shown(float value) {
    return std::clamp(double(value), 0.0, 1.0);
}

double deviation(const Image& image) {
    double total = 0;
    const auto pixels = double(image.pixel_count());
    for (int c = 0; c < image.channels; ++c) {
        double sum = 0, squares = 0;
        for (std::size_t i = std::size_t(c); i < image.values.size();
             i += std::size_t(image.channels)) {
            const double value = shown(image.values[i]);
            sum += value;
            squares += value * value;
        }
        total += std::max(0.0, squares / pixels - sum * sum / (pixels * pixels));
    }
    return std::sqrt(total / image.channels);
}

// Sums of squares over all patches: differences of neighbouring pixels in the target (`target`) and
// in the render (`drawing`), and deviations from linear interpolation of the samples between two
// pixels (`between`). Also the numbers of summands.
struct Energy {
    double target = 0, drawing = 0, between = 0;
    std::int64_t neighbours = 0, samples = 0;
};

// Adds the differences of one patch to `energy`. `fine`: the patch of `target` at (x, y), rendered
// with kFine x kFine samples per pixel, the middle one at the pixel's centre.
void add_rows(Energy& energy, const Image& fine, const Image& target, int x, int y) {
    const int width = fine.width / kFine, height = fine.height / kFine, channels = fine.channels;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column + 1 < width; ++column)
            for (int c = 0; c < channels; ++c) {
                const float* learned = target.row(y + row) + (x + column) * channels + c;
                const float* drawn =
                    fine.row(kFine * row + 1) + (kFine * column + 1) * channels + c;
                const double left = shown(drawn[0]), right = shown(drawn[kFine * channels]);
                energy.target += std::pow(shown(learned[channels]) - shown(learned[0]), 2);
                energy.drawing += std::pow(right - left, 2);
                ++energy.neighbours;
                for (int i = 1; i < kFine; ++i, ++energy.samples)
                    energy.between += std::pow(
                        shown(drawn[i * channels]) - (left + (right - left) * i / kFine), 2);
            }
}

std::optional<PatchFindings> look_closely(Trainer& trainer) {
    const Image& target = trainer.dataset().target;
    const Grid& grid = trainer.dataset().grid;
    int side = kPatch;
    const double each = double(trainer.parameter_count()) * kFine * kFine * kPatches;
    while (each * side * side > kWorkOfOneLook && side > kSmallest) side /= 2;
    if (each * side * side > kWorkOfOneLook) return std::nullopt;
    const int width = std::min(side, target.width), height = std::min(side, target.height);
    const Grid fine = resized(grid, grid.width * kFine, grid.height * kFine);
    Energy energy;
    for (const double down : kPatchPlaces)
        for (const double across : kPatchPlaces) {
            const int x = int(across * (target.width - width)),
                      y = int(down * (target.height - height));
            const auto drawn = trainer.backend().render(
                fine, {x * kFine, y * kFine, width * kFine, height * kFine});
            add_rows(energy, drawn->on_host(), target, x, y);
        }
    if (energy.target <= 0) return std::nullopt;  // no neighbouring pixels of the patches differ
    const double target_step = std::sqrt(energy.target / double(energy.neighbours));
    return PatchFindings{std::sqrt(energy.drawing / double(energy.neighbours)) / target_step,
                         std::sqrt(energy.between / double(energy.samples)) / target_step};
}

// Constants and functions for the examination of the hidden layers.

constexpr int kGroupPoints = NeuronForward::kPoints;
constexpr int kMostGroups = 16;  // most groups of kGroupPoints points
// Multiplications per examination of the layers: some hundredths of a second. A larger network is
// examined at one group of points; if that takes more than kMostLayerWork, not at all.
constexpr double kLayerWork = 2e7, kMostLayerWork = 1e8;
constexpr int kMostPhases = 32;  // most neurons of a layer whose phase_of() is computed

// The |output| from which tanh counts as saturated: its derivative is below a fiftieth. Sigmoid is
// scaled to match.
constexpr float kSaturatedFrom = 0.99f;
constexpr float kSilent = 1e-3f;  // |output| of a dead GELU neuron is below, but seldom exactly 0

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

// Returns a coordinate, -1 to 1, of point `index` of points spread evenly without a pattern (the
// additive recurrence of Roberts 2018). Each axis has its own `step`.
float spread(int index, double step) {
    return float(2 * std::fmod(0.5 + step * (index + 1), 1.0) - 1);
}

// Values of one layer, in groups of points: [group][neuron][point].
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

// Returns the standard deviation of w x over the inputs x of a neuron with weights w. Its sine's
// argument is omega (w x + b): the caller multiplies by omega; the bias b has no effect.
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
    const int stride = divide_up(forward.width(layer), kMostPhases);
    for (int neuron = 0; neuron < forward.width(layer); neuron += stride)
        phases.push_back(omega * phase_of(forward.weights(layer, neuron), inputs, groups));
    return median(std::move(phases));
}

constexpr double kPause = 0.3;  // seconds between examinations
// The fewest seconds that a diagnosis of divergence stays on screen, unless another replaces it.
// Its condition ends a hundred steps after the step that diverged, often too soon to be read.
constexpr double kReadable = 8;

}  // namespace

std::vector<LayerFindings> look_inside(const NetworkSpec& network, int channels,
                                       std::vector<float> parameters, const Grid& grid,
                                       std::shared_ptr<const Image> picture) {
    const double each = double(parameters.size()) * kGroupPoints;
    if (each > kMostLayerWork) return {};
    const int groups = std::clamp(int(kLayerWork / each), 1, kMostGroups);
    const NeuronForward forward(network, channels, std::move(parameters), std::move(picture));
    const auto inputs = std::size_t(forward.input_count());
    Values values(std::size_t(groups) * inputs * kGroupPoints);
    for (int i = 0; i < groups * kGroupPoints; ++i)
        forward.read(float(grid.right) * spread(i, 0.7548776662466927),
                     float(grid.bottom) * spread(i, 0.5698402909980532), i % kGroupPoints,
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

Findings examine(Trainer& trainer) {
    const Dataset& dataset = trainer.dataset();
    const Grid& grid = dataset.grid;
    Findings found;
    found.config = trainer.config();
    found.size = {grid.width, grid.height};
    found.step = trainer.step();
    found.total_steps = trainer.total_steps();
    found.steps_per_epoch = dataset.steps_per_epoch();
    found.metrics = trainer.metrics();
    found.events = trainer.run().events();
    found.target_deviation = deviation(dataset.target);
    const int longer = std::clamp(
        int(std::sqrt(kWorkOfOneLook / double(trainer.parameter_count()))), kShortest, kLonger);
    const PixelSize small = training_size({.longer_side = longer}, grid.width, grid.height);
    const Grid coarse = resized(grid, small.width, small.height);
    found.drawing_deviation = deviation(trainer.backend().render(coarse, whole(coarse))->on_host());
    const NetworkSpec& network = found.config.network;
    found.layers =
        look_inside(network, trainer.channels(), trainer.parameters(), grid, trainer.target());
    if (network.activation == Activation::sine && network.encoding == Encoding::none)
        found.patches = look_closely(trainer);
    return found;
}

bool CheckUp::update(Trainer& trainer, bool now) {
    if (trainer.run().mosaic()) return false;  // a mosaic trains other networks than the run's own
    // Examines the run at once after an event (a rollback, another rate).
    const std::size_t events = trainer.run().events().size();
    const bool happened = events != events_;
    if (trainer.step() == step_ && !happened) return false;
    if (!now && !happened && (!share_.due() || seconds_since(looked_at_) < kPause)) return false;
    share_.begin();
    const auto found = diagnose(examine(trainer));
    share_.end();
    looked_at_ = Clock::now();
    step_ = trainer.step();
    events_ = events;

    if (!found && newest_ && newest_->condition == Condition::diverged && !happened &&
        seconds_since(said_at_) < kReadable)
        return false;
    const bool same = found ? newest_ && newest_->condition == found->condition &&
                                  newest_->sentence == found->sentence &&
                                  newest_->remedy == found->remedy
                            : !newest_;
    if (same) return false;
    newest_ = found ? std::make_shared<const Diagnosis>(*found) : nullptr;
    said_at_ = Clock::now();
    return true;
}

}  // namespace redraw
