#include "engine/doctor/findings.h"

#include "engine/doctor/layer_findings.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Multiplications of one look: some hundredths of a second.
constexpr double kWorkOfOneLook = 2e9;
// Pixels of the whole picture's longer side, to see whether it is one tone.
constexpr int kLonger = 32, kShortest = 8;
constexpr int kPatch = 16, kFine = 3;  // pixels a side; samples a pixel and side
constexpr int kSmallest = 4;
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

// Sums of squares over patches.
struct Energy {
    double target = 0, drawing = 0, between = 0;
    std::int64_t neighbours = 0, samples = 0;
};

// `fine` is the patch of `target` at (x, y), kFine times as large: its centres are the training
// pixels.
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
    if (energy.target <= 0) return std::nullopt;  // nothing to see there
    const double target_step = std::sqrt(energy.target / double(energy.neighbours));
    return PatchFindings{std::sqrt(energy.drawing / double(energy.neighbours)) / target_step,
                         std::sqrt(energy.between / double(energy.samples)) / target_step};
}

}  // namespace

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
    found.layers = look_inside(network, trainer.channels(), trainer.parameters(), trainer.target());
    if (network.activation == Activation::sine && network.encoding == Encoding::none)
        found.patches = look_closely(trainer);
    return found;
}

}  // namespace redraw
