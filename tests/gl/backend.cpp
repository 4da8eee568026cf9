// Tests the OpenGL backend beyond the contract of all backends: its own elementary functions,
// batches and renders of several chunks, limits, threads.
#include "tests/support/opengl.h"
#include "tests/support/tested_backends.h"

#include <thread>

using namespace redraw_test;

namespace {

const TestedBackend kScalar{"scalar",
                            {BackendKind::cpu, Precision::fp32, InstructionSet::scalar, 1}};

// Draws one hidden unit over a line of pixels: its value at pre-activations from -reach to reach.
std::vector<float> unit_values(Activation activation, float reach) {
    NetworkSpec network = network_of({1}, activation);
    network.first_omega = 1;
    // Weights and bias of the unit, then of the output, which a linear map draws as (y + 1) / 2.
    const std::vector<float> parameters{reach, 0, 0, 2, -1};
    const auto backend =
        loaded(kGl, network, {}, 1, nullptr, fresh_state(parameters, Optimizer::adam));
    const Grid line{-1, -1.0 / 4096, 1, 1.0 / 4096, 4096, 1};
    return backend->render(line, whole(line), {})->on_host().values;
}

// Compares the gradient of a step in several chunks, of at most 8,192 samples each, with that of
// the scalar CPU kernels.
void check_chunks() {
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        NetworkSpec network = encoded(network_of({33, 20}, Activation::tanh), Encoding::grid);
        network.pixel = pixel;
        const auto dataset = noise_picture(113, 91, 3);
        dataset->pixel = pixel;
        const State start = random_state(network, 3, Optimizer::sgd);
        std::vector<State> ends;
        for (const TestedBackend& tested : {kScalar, kGl}) {
            const auto backend =
                loaded(tested, network, plain_descent(Loss::mse), 3, dataset, start);
            train_at(*backend, {1e-2f, 1e-2f});
            ends.push_back(backend->save());
        }
        CHECK(relative_distance(ends[1].first_moment, ends[0].first_moment) < 1e-5);
        CHECK(relative_distance(ends[1].parameters, ends[0].parameters) < 1e-6);
    }
}

}  // namespace

TEST_CASE("activations are as exact as floats, however large their arguments") {
    if (!opengl_is_there()) return;
    const Grid line{-1, -1.0 / 4096, 1, 1.0 / 4096, 4096, 1};
    for (const Activation activation : kActivations)
        for (const float reach : {1.0f, 32.0f, 4096.0f}) {
            INFO(name_of(activation) << ' ' << reach);
            const std::vector<float> values = unit_values(activation, reach);
            LayerShape unit{.activation = activation};
            double worst = 0;
            for (int i = 0; i < 4096; ++i) {
                const double exact = unit_value(unit, double(line.x(i)) * reach);
                worst = std::max(worst, std::abs(values[i] - exact) / std::max(1.0, exact));
            }
            CHECK(worst < 4e-7);
        }
}

TEST_CASE("a step of several chunks has the gradient of the plain kernels") {
    if (!opengl_is_there()) return;
    check_chunks();
}

TEST_CASE("with small buffers a step has more chunks, and what does not fit is refused") {
    if (!opengl_is_there()) return;
    const InjectedLimit limit(200 << 10);
    check_chunks();
    const auto picture = noise_picture(300, 200, 1);
    CHECK_THROWS_AS(make(kGl, network_of({4}, Activation::relu), {}, 1, picture), Error);
}

TEST_CASE("every step of every kind of batch has the pixels of the engine") {
    if (!opengl_is_there()) return;
    const NetworkSpec network = network_of({9}, Activation::tanh);
    for (const BatchMode mode : {BatchMode::random, BatchMode::rows, BatchMode::stratified})
        for (const std::int64_t step : {0ll, 7ll, 1000003ll, (1ll << 40) + 5}) {
            INFO(name_of(mode) << ' ' << step);
            const auto dataset = noise_picture(37, 29, 1);
            dataset->batch = mode;
            dataset->batch_size = mode == BatchMode::rows ? 3 : 50;
            const State start = random_state(network, 1, Optimizer::sgd, step);
            std::vector<State> ends;
            for (const TestedBackend& tested : {kScalar, kGl}) {
                const auto backend =
                    loaded(tested, network, plain_descent(Loss::mse), 1, dataset, start);
                train_at(*backend, {0, 0, 1e-3f});  // the gradient of the third step
                ends.push_back(backend->save());
            }
            CHECK(relative_distance(ends[1].first_moment, ends[0].first_moment) < 1e-5);
        }
}

TEST_CASE("the forward pass and renders of several bands have the same bits") {
    if (!opengl_is_there()) return;
    const NetworkSpec network = network_of({4}, Activation::sine);
    const auto dataset = noise_picture(1030, 1025, 1);
    const State start = random_state(network, 1);
    const auto backend = loaded(kGl, network, {}, 1, dataset, start);
    train_at(*backend, {1e-3f});
    const Image forward = backend->last_forward()->on_host();
    CHECK(backend->render(dataset->grid, whole(dataset->grid), start.parameters)->on_host() ==
          forward);
    const PixelRect part{7, 1010, 600, 15};
    const Image drawn = backend->render(dataset->grid, part, start.parameters)->on_host();
    for (int y = 0; y < part.height; ++y)
        CHECK(
            std::equal(drawn.row(y), drawn.row(y) + part.width, forward.row(part.y + y) + part.x));
}

TEST_CASE("a network that does not fit is refused, and so are windows and other precisions") {
    if (!opengl_is_there()) return;
    const NetworkSpec huge = network_of(std::vector<int>(70, 4096), Activation::relu);
    CHECK_THROWS_AS(make(kGl, huge, {}, 1, nullptr), Error);
    CHECK_THROWS_AS(require_backend({BackendKind::gl, Precision::bf16x3}), Error);
    CHECK_NOTHROW(require_backend({BackendKind::gl, Precision::fp32}));
    NetworkSpec window = network_of({4}, Activation::relu);
    window.encoding = Encoding::window;
    const auto picture = noise_picture(20, 20, 1);
    CHECK_THROWS_AS(make(kGl, window, {}, 1, picture), Error);
}

TEST_CASE("a backend is made, used and destroyed on any thread, beside others") {
    if (!opengl_is_there()) return;
    const NetworkSpec network = network_of({9, 20}, Activation::sine);
    const auto dataset = noise_picture(31, 22, 3);
    const State start = random_state(network, 3);
    const auto trained = [&](Backend& backend) {
        for (int i = 0; i < 5; ++i) train_at(backend, {1e-2f});
        return backend.save();
    };
    const State wanted = trained(*loaded(kGl, network, {}, 3, dataset, start));
    auto first = loaded(kGl, network, {}, 3, dataset, start);
    State ends[2];
    std::thread one([&] {
        ends[0] = trained(*first);
        first.reset();
    });
    std::thread other([&] { ends[1] = trained(*loaded(kGl, network, {}, 3, dataset, start)); });
    one.join();
    other.join();
    CHECK(ends[0] == wanted);
    CHECK(ends[1] == wanted);
}

TEST_CASE("whatever the activation, a run that diverged is seen as one") {
    if (!opengl_is_there()) return;
    for (const Activation activation : kActivations)
        for (const Encoding encoding : {Encoding::none, Encoding::grid})
            for (const int width : {9, 130}) {  // 130: too wide for fused kernels
                INFO(name_of(activation) << ' ' << name_of(encoding) << ' ' << width);
                const NetworkSpec network = encoded(network_of({8, width}, activation), encoding);
                State state = random_state(network, 1);
                state.parameters[grid_parameters(network) + 1] =
                    std::numeric_limits<float>::quiet_NaN();
                const auto backend = loaded(kGl, network, {}, 1, noise_picture(5, 4, 1), state);
                CHECK(std::isnan(train_at(*backend, {1e-3f})[0].loss));
                CHECK_FALSE(backend->finite_parameters());
            }
}

TEST_CASE("software renderers are known by name") {
    for (const char* name : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer",
                             "SWR (LLVM 11.0.1, 256 bits)", "Google SwiftShader"})
        CHECK(gl::is_software_renderer(name));
    for (const char* name : {"AMD Radeon RX 7600 (navi33, LLVM 15.0.6, DRM 3.54)",
                             "Mesa Intel(R) Xe Graphics (TGL GT2)", "NVIDIA GeForce RTX 4060/PCIe"})
        CHECK_FALSE(gl::is_software_renderer(name));
}
