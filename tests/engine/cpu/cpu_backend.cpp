// Tests the CPU kernels: their accuracy, and that threads, bursts and stops change no bit.
#include "engine/image/resample.h"
#include "engine/network/numerics.h"
#include "tests/support/error_kind.h"
#include "tests/support/tested_backends.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

using namespace redraw;
using namespace redraw::numerics;
using namespace redraw_test;

namespace {

// Returns the documented relative error of the gradient of all parameters. The tested networks are
// large enough for errors to average out.
double stated_error(Precision precision) {
    return precision == Precision::fp32 ? 1e-5 : precision == Precision::bf16x3 ? 1e-3 : 3e-3;
}

// Dark lines on white, where gradients of neighbouring pixels are alike, as in real drawings.
std::shared_ptr<Dataset> drawn_picture(int width, int height, int channels) {
    auto dataset = noise_picture(width, height, channels);
    for (std::size_t i = 0; i < dataset->target.values.size(); ++i) {
        const int pixel = int(i) / channels, x = pixel % width, y = pixel / width;
        const double rings = std::sin(0.4 * std::hypot(x - 0.3 * width, y - 0.6 * height));
        dataset->target.values[i] = rings > 0.8 ? 0.1f * float(int(i) % channels) : 1.0f;
    }
    return dataset;
}

// Result of training in bursts. A new backend runs each burst and continues from the last state.
struct Run {
    State state;
    std::vector<float> losses;
    bool operator==(const Run&) const = default;
};

Image rendered(Backend& backend, const Grid& grid, const PixelRect& part,
               std::span<const float> parameters = {}) {
    return backend.render(grid, part, parameters)->on_host();
}

}  // namespace

TEST_CASE("cross entropy is exact near and finite far from 0") {
    for (const float y : {-1000.0f, -90.0f, -1.0f, 0.0f, 1.0f, 90.0f, 1000.0f})
        for (const float target : {0.0f, 0.5f, 1.0f}) {
            const auto result = output_loss(OutputMap::sigmoid, Loss::bce, y, target);
            CHECK(std::isfinite(result.loss));
            CHECK(std::isfinite(result.gradient));
            CHECK(result.loss >= 0);
        }
    CHECK(output_loss(OutputMap::sigmoid, Loss::bce, 0.0, 1.0).loss ==
          doctest::Approx(std::log(2.0)));
    CHECK(output_loss(OutputMap::sigmoid, Loss::bce, 1000.0f, 0.0f).loss == 1000.0f);
}

TEST_CASE("Adam follows its paper") {
    OptimizerSpec optimizer;
    optimizer.beta1 = 0.9;
    optimizer.beta2 = 0.99;
    optimizer.epsilon = 1e-8;
    float weight = 1, first = 0, second = 0;
    double exact = 1, m = 0, v = 0;
    for (int t = 1; t <= 20; ++t) {
        const double gradient = std::sin(double(t));
        adam_update(adam_step(optimizer, 0.01, t), float(gradient), weight, first, second);
        m = 0.9 * m + 0.1 * gradient;
        v = 0.99 * v + 0.01 * gradient * gradient;
        exact -=
            0.01 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.99, t))) + 1e-8);
        CHECK(weight == doctest::Approx(exact).epsilon(1e-5));
    }
}

TEST_CASE("gradient descent with momentum") {
    float weight = 1, velocity = 0;
    sgd_update(0.5f, 0.1f, 2.0f, weight, velocity);
    CHECK(velocity == 2.0f);
    CHECK(weight == doctest::Approx(0.8));
    sgd_update(0.5f, 0.1f, 2.0f, weight, velocity);
    CHECK(velocity == 3.0f);
    CHECK(weight == doctest::Approx(0.5));
}

TEST_CASE("gradients of the standard network are as exact as stated") {
    NetworkSpec network = network_of({128, 128, 128, 128}, Activation::sine);
    network.first_omega = 60;
    network.hidden_omega = 30;
    for (const TestedBackend& tested : cpu_backends()) {
        CAPTURE(tested.name);
        const double stated = stated_error(tested.options.precision);
        for (const int channels : {1, 3}) {
            const auto parameters = initial_parameters(network, channels, 3);
            const auto dataset = drawn_picture(47, 31, channels);
            const auto exact = exact_gradient(network, parameters, Loss::mse, *dataset);
            const auto backend = loaded(tested, network, plain_descent(Loss::mse), channels,
                                        dataset, fresh_state(parameters, Optimizer::sgd));
            train_at(*backend, {1.0f});
            const auto rounded = backend->save().first_moment;
            CHECK(relative_error(rounded, exact) < stated);
            for (const LayerShape& layer : layer_shapes(network, channels)) {
                const std::size_t end = layer.biases + std::size_t(layer.outputs);
                CHECK(relative_error(rounded, exact, layer.weights, layer.biases) < 5 * stated);
                CHECK(relative_error(rounded, exact, layer.biases, end) < 5 * stated);
            }
        }
    }
}

TEST_CASE("cross entropy stays finite at targets of exactly 0 and 1 and outputs far away") {
    const NetworkSpec network = network_of({5}, Activation::relu, OutputMap::sigmoid);
    const auto dataset = noise_picture(8, 8, 1);
    for (float& value : dataset->target.values) value = value < 0.5f ? 0.0f : 1.0f;
    for (const InstructionSet set : instruction_sets()) {
        auto parameters = random_parameters(network, 1);
        for (float& parameter : parameters) parameter *= 300;
        const auto backend = backend_of(set, network, plain_descent(Loss::bce), 1, dataset);
        backend->load(fresh_state(parameters, Optimizer::sgd));
        for (const StepResult& result : train_at(*backend, {1e-3f, 1e-3f, 1e-3f}))
            CHECK(std::isfinite(result.loss));
        for (const float parameter : backend->save().parameters) CHECK(std::isfinite(parameter));
    }
}

TEST_CASE("threads, bursts and stops change no bit") {
    const NetworkSpec network = network_of({40, 23}, Activation::sine);
    for (const InstructionSet set : instruction_sets())
        for (const auto& [mode, size] : {std::pair{BatchMode::full, 0},
                                         {BatchMode::random, 800},
                                         {BatchMode::rows, 21},
                                         {BatchMode::stratified, 700}}) {
            INFO(name_of_set(set));
            // 1,189 pixels: the kernels work on several chunks, and no size divides evenly.
            const auto dataset = noise_picture(41, 29, 3);
            dataset->batch = mode;
            dataset->batch_size = size;
            const auto trained = [&](int threads, int burst) {
                Run run{fresh_state(random_parameters(network, 3), Optimizer::adam), {}};
                for (int left = set == InstructionSet::scalar ? 3 : 20; left > 0; left -= burst) {
                    const auto backend = backend_of(set, network, {}, 3, dataset, threads);
                    backend->load(run.state);
                    for (const StepResult& result :
                         train_at(*backend, std::vector<float>(std::min(left, burst), 1e-3f)))
                        run.losses.insert(run.losses.end(), {result.loss, result.squared_error});
                    run.state = backend->save();
                }
                return run;
            };
            const Run one = trained(1, 1);
            CHECK(trained(2, 7) == one);
            CHECK(trained(3, 20) == one);
            CHECK(trained(8, 1) == one);
        }
}

TEST_CASE("what is chosen by itself learns as fp32 does") {
    const auto chosen = [](InstructionSet set) {
        return cpu::choose_kernels(set, Precision::automatic).precision;
    };
    CHECK(chosen(InstructionSet::automatic) != Precision::bf16);
    for (const InstructionSet set : instruction_sets()) CHECK(chosen(set) == Precision::fp32);
    for (const InstructionSet set : {InstructionSet::avx512_bf16, InstructionSet::amx})
        if (cpu::supported(set)) CHECK(chosen(set) == Precision::bf16x3);
}

TEST_CASE("a network narrower than a block of bf16 products is computed in fp32 by itself") {
    using cpu::choose_kernels;
    const auto chosen = [](std::vector<int> layers, InstructionSet set) {
        const NetworkSpec network = network_of(std::move(layers), Activation::sine);
        return choose_kernels(set, Precision::automatic, network).precision;
    };
    const Precision of_wide =
        choose_kernels(InstructionSet::automatic, Precision::automatic).precision;
    CHECK(chosen({16, 16}, InstructionSet::automatic) == Precision::fp32);
    CHECK(chosen({31}, InstructionSet::automatic) == Precision::fp32);
    CHECK(chosen({16, 32}, InstructionSet::automatic) == of_wide);
    for (const InstructionSet set : {InstructionSet::avx512_bf16, InstructionSet::amx})
        if (cpu::supported(set)) CHECK(chosen({8}, set) == Precision::bf16x3);
}

TEST_CASE("what this processor or build does not have is refused in a sentence") {
    const NetworkSpec network = network_of({8}, Activation::sine);
    const auto refused = [&](BackendOptions options) {
        return error_of([&] { make_backend(options, network, {}, 1, nullptr); });
    };
    BackendOptions options;
    CHECK(refused(options) == "");
    options.kind = BackendKind::cuda;
    CHECK(refused(options).ends_with("."));
    options.kind = BackendKind::cpu;
    options.precision = Precision::bf16;
    const bool bf16 =
        cpu::supported(InstructionSet::amx) || cpu::supported(InstructionSet::avx512_bf16);
    CHECK((refused(options) == "") == bf16);
    options.instruction_set = InstructionSet::scalar;
    CHECK(refused(options).ends_with("."));
    options.precision = Precision::fp32;
    for (const InstructionSet set : {InstructionSet::amx, InstructionSet::avx512_bf16}) {
        options.instruction_set = set;
        CHECK(refused(options).ends_with("."));
    }
    for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
        options.instruction_set = set;
        CHECK((refused(options) == "") == cpu::supported(set));
    }
    options.instruction_set = InstructionSet::automatic;
    setenv("REDRAW_INSTRUCTION_SET", "scalar", 1);
    CHECK(make_backend(options, network, {}, 1, nullptr)->description().starts_with("CPU scalar"));
    setenv("REDRAW_INSTRUCTION_SET", "mmx", 1);
    CHECK(refused(options).find("mmx") != std::string::npos);
    unsetenv("REDRAW_INSTRUCTION_SET");
    options.threads = 3;
    options.instruction_set = InstructionSet::scalar;
    const auto backend = make_backend(options, network, {}, 1, nullptr);
    CHECK(backend->description() == "CPU scalar fp32, 3 threads");
    CHECK(backend->kind() == BackendKind::cpu);
    CHECK(backend->precision_name() == "fp32");
}

TEST_CASE("nothing of a drawing full of NaN survives in the workspace") {
    const auto dataset = noise_picture(25, 13, 3);
    const Grid small = picture_grid(5, 1);
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations) {
            INFO(name_of_set(set) << ' ' << name_of(activation));
            const NetworkSpec network = network_of({5, 18}, activation, OutputMap::sigmoid);
            const auto train = [&](bool poison) {
                const auto backend = backend_of(set, network, {}, 3, dataset, 1);
                backend->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
                const std::vector<float> nan(parameter_count(network, 3),
                                             std::numeric_limits<float>::quiet_NaN());
                for (int step = 0; step < 3; ++step) {
                    if (poison) {
                        const Image drawing =
                            rendered(*backend, picture_grid(30, 30), {0, 0, 30, 30}, nan);
                        CHECK(std::isnan(drawing.values.front()));
                        rendered(*backend, small, whole(small));
                    }
                    train_at(*backend, {1e-3f});
                }
                return backend->save();
            };
            const State state = train(true);
            for (const float parameter : state.parameters) REQUIRE(std::isfinite(parameter));
            CHECK(state == train(false));
        }
}
