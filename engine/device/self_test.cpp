#include "engine/device/self_test.h"

#include "engine/device/devices.h"
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace redraw {
namespace {

// Allowed errors, relative to the norm of the reference: about ten times those of fp32 kernels.
constexpr double kGradientError = 1e-4, kPixelError = 1e-4;
// Allowed error of a step's parameter changes. Larger, because Adam's first step takes only the
// sign of a gradient, and rounding can flip it.
constexpr double kUpdateError = 5e-2;

constexpr BackendOptions kReference{.kind = BackendKind::cpu,
                                    .precision = Precision::fp32,
                                    .instruction_set = InstructionSet::scalar,
                                    .threads = 1};
constexpr int kChannels = 3;

// True if the values differ by more than allowed, or any is not finite.
bool differ(std::span<const float> values, std::span<const float> reference, double allowed) {
    if (values.size() != reference.size()) return true;
    double error = 0, size = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        error += std::pow(double(values[i]) - double(reference[i]), 2);
        size += std::pow(double(reference[i]), 2);
    }
    return !(std::sqrt(error) <= allowed * std::sqrt(size));
}

std::shared_ptr<const Dataset> noise() {
    auto dataset = std::make_shared<Dataset>();
    dataset->target = make_image(64, 48, kChannels);
    dataset->grid = picture_grid(64, 48);
    dataset->batch = BatchMode::random;
    dataset->batch_size = 1500;
    for (std::size_t i = 0; i < dataset->target.values.size(); ++i)
        dataset->target.values[i] = random_unit(1, 0, i);
    return dataset;
}

State start_of(const NetworkSpec& network, Optimizer optimizer) {
    State state = fresh_state(initial_parameters(network, kChannels, 1), optimizer);
    for (std::size_t i = 0; i < grid_parameters(network); ++i)
        state.parameters[i] = random_unit(1, 1, i) - 0.5f;
    return state;
}

struct Step {
    State state;
    float loss = 0;
    std::vector<float> update{};  // the change of each parameter
};

Step step_of(Backend& backend, const State& start, float rate) {
    StepResult result;
    backend.load(start);
    backend.train({&rate, 1}, {&result, 1});
    Step step{backend.save(), result.loss};
    for (std::size_t i = 0; i < step.state.parameters.size(); ++i)
        step.update.push_back(step.state.parameters[i] - start.parameters[i]);
    return step;
}

// Compares two steps in a row: the second is wrong if the first left sums uncleared.
std::string wrong_step(const BackendOptions& options, const NetworkSpec& network,
                       const OptimizerSpec& optimizer, float rate) {
    const auto dataset = noise();
    const auto device = make_backend(options, network, optimizer, kChannels, dataset);
    const auto cpu = make_backend(kReference, network, optimizer, kChannels, dataset);
    const std::size_t tables = grid_parameters(network);
    State start = start_of(network, optimizer.kind);
    for (int i = 0; i < 2; ++i) {
        const Step step = step_of(*device, start, rate), exact = step_of(*cpu, start, rate);
        const std::span<const float> gradient = step.state.first_moment,
                                     exact_gradient = exact.state.first_moment;
        if (gradient.size() != exact_gradient.size() ||
            differ(gradient.subspan(tables), exact_gradient.subspan(tables), kGradientError))
            return "a wrong gradient";
        if (differ(gradient.first(tables), exact_gradient.first(tables), kGradientError))
            return "a wrong sum";
        if (differ({&step.loss, 1}, {&exact.loss, 1}, kGradientError)) return "a wrong loss";
        if (differ(step.update, exact.update, kUpdateError)) return "a wrong step";
        start = exact.state;
    }
    return "";
}

bool wrong_pixels(const BackendOptions& device, const NetworkSpec& network, const Grid& grid,
                  const std::vector<float>& parameters) {
    const PixelRect part{1, 2, grid.width - 3, grid.height - 2};
    const auto drawn_on = [&](const BackendOptions& options) {
        const auto backend = make_backend(options, network, {}, kChannels, nullptr);
        backend->load(fresh_state(parameters, Optimizer::adam));
        return backend->render(grid, part)->on_host();
    };
    const Image drawn = drawn_on(device);
    return drawn.width != part.width ||
           differ(drawn.values, drawn_on(kReference).values, kPixelError);
}

// True if the device computes wrong sines of numbers up to about 3000. fp32 holds these numbers
// exactly, so rounding before the sine cannot explain a difference.
bool wrong_sines(const BackendOptions& device) {
    NetworkSpec network;
    network.layers = {16};
    network.first_omega = 2048;
    std::vector<float> parameters(parameter_count(network, kChannels));
    const std::vector<LayerShape> layers = layer_shapes(network, kChannels);
    for (std::size_t j = 0; j < 16; ++j) {
        parameters[layers[0].weights + 2 * j] = float(j + 1) / 16;
        parameters[layers[0].weights + 2 * j + 1] = float(j % 4) / 4;
        for (std::size_t channel = 0; channel < kChannels; ++channel)
            parameters[layers[1].weights + 16 * channel + j] =
                (j + channel) % 2 == 0 ? 0.25f : -0.125f;
    }
    return wrong_pixels(device, network, picture_grid(64, 48), parameters);
}

}  // namespace

std::string failed_self_test(const BackendOptions& device) {
    NetworkSpec sines, grid;
    sines.layers = {70, 33};
    sines.first_omega = 30;
    NetworkSpec wide = sines;
    wide.layers = {130, 20};  // too wide for OpenGL's fused kernels
    grid.layers = {33};
    grid.activation = Activation::relu;
    grid.encoding = Encoding::grid;
    // Few cells, so that many samples add to the same table entry.
    grid.grid = {.levels = 3, .features = 2, .base = 2, .finest = 12, .width = 64, .height = 48};
    std::string wrong = wrong_step(device, sines, {}, 1e-3f);
    if (wrong.empty()) wrong = wrong_step(device, wide, {}, 1e-3f);
    if (wrong.empty()) wrong = wrong_step(device, grid, {.kind = Optimizer::sgd}, 1.0f);
    if (wrong.empty() && wrong_pixels(device, sines, picture_grid(100, 75),
                                      start_of(sines, Optimizer::adam).parameters))
        wrong = "a wrong pixel";
    if (wrong.empty() && wrong_sines(device)) wrong = "a wrong sine";
    return wrong.empty() ? "" : "it computed " + wrong;
}

}  // namespace redraw
