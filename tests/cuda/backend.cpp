// Tests the CUDA backend on the emulated device, which reports its state and fails on demand: what
// stays allocated, when the backend waits, and errors for lack of memory or a lost device.
#include "cuda/cuda_backend.h"
#include "cuda/device_surface.h"
#include "tests/cuda/emulation/control.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/error_kind.h"

#include <cstdlib>
#include <thread>

using namespace redraw_test;
namespace emulation = redraw::cuda::emulation;

namespace {

const NetworkSpec kNetwork = network_of({9, 12, 5}, Activation::sine);

std::unique_ptr<Backend> cuda_backend(std::shared_ptr<const Dataset> dataset,
                                      Precision precision = Precision::fp32,
                                      const NetworkSpec& network = kNetwork) {
    return std::make_unique<cuda::CudaBackend>(BackendOptions{BackendKind::cuda, precision},
                                               network, OptimizerSpec{}, 3, std::move(dataset));
}

State fresh(const NetworkSpec& network = kNetwork) {
    return fresh_state(random_parameters(network, 3), Optimizer::adam);
}

std::vector<StepResult> train(Backend& backend, int steps) {
    const std::vector<float> rates(steps, 2e-3f);
    std::vector<StepResult> results(steps);
    backend.train(rates, results);
    return results;
}

// Networks for each way through the backend: the fused kernels with several widths and each
// encoding, and cuBLAS alone (130 units).
std::vector<NetworkSpec> every_path() {
    const NetworkSpec plain = network_of({20, 33}, Activation::tanh);
    return {kNetwork,
            network_of({16, 64, 40}, Activation::sine),
            network_of({128, 70}, Activation::sine),
            network_of({130, 6, 7}, Activation::tanh),
            encoded(plain, Encoding::fourier),
            encoded(plain, Encoding::grid)};
}

}  // namespace

TEST_CASE("a backend and its drawings leave nothing on the device") {
    const auto before = emulation::alive();
    std::shared_ptr<const Surface> drawing, forward;
    const auto dataset = noise_picture(7, 5, 3);
    {
        const auto backend = cuda_backend(dataset);
        backend->load(fresh());
        train(*backend, 6);
        drawing = backend->render(dataset->grid, whole(dataset->grid), {});
        train(*backend, 1);
        forward = backend->last_forward();
    }
    // Drawings outlive the backend that drew them.
    CHECK(forward->on_host() == drawing->on_host());
    CHECK(drawing->rgba() == to_rgba(drawing->on_host()));
    drawing.reset();
    forward.reset();
    CHECK(emulation::alive() == before);
}

TEST_CASE("a burst allocates nothing and waits once") {
    const auto alive = emulation::alive();
    for (const NetworkSpec& network : every_path())
        for (const Precision precision : {Precision::fp32, Precision::bf16x3}) {
            const auto backend = cuda_backend(noise_picture(7, 5, 3), precision, network);
            backend->load(fresh(network));
            train(*backend, 6);  // measures a step and creates the graphs
            for (const int steps : {1, 40}) {
                const auto before = emulation::counters();
                train(*backend, steps);
                const auto after = emulation::counters();
                CHECK(after.allocations == before.allocations);
                CHECK(after.synchronisations == before.synchronisations + 1);
                CHECK(after.graph_launches > before.graph_launches);
                CHECK(after.graph_launches <= before.graph_launches + steps);
            }
        }
    CHECK(emulation::alive() == alive);
}

TEST_CASE("no result depends on the order in which threads and blocks run") {
    for (const NetworkSpec& network : every_path())
        for (const Precision precision : {Precision::fp32, Precision::bf16x3, Precision::bf16}) {
            const auto dataset = noise_picture(9, 7, 3);
            dataset->batch = precision == Precision::bf16 ? BatchMode::random : BatchMode::full;
            dataset->batch_size = 21;
            const auto trained = [&](emulation::Order order, std::uint64_t seed, int burst) {
                emulation::set_order(order, seed);
                const auto backend = cuda_backend(dataset, precision, network);
                backend->load(fresh(network));
                float loss = 0;
                for (int step = 0; step < 3; step += burst)
                    loss = train(*backend, burst).back().loss;
                const auto image =
                    backend->render(dataset->grid, whole(dataset->grid), {})->on_host();
                emulation::reset();
                return std::tuple(backend->save(), loss, image);
            };
            const auto forward = trained(emulation::Order::forward, 0, 3);
            CHECK(trained(emulation::Order::reverse, 0, 3) == forward);
            CHECK(trained(emulation::Order::shuffled, 5, 1) == forward);
        }
}

TEST_CASE("a device without memory is a sentence, wherever it runs out") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto before = emulation::alive();
    int failures = 0;
    for (int n = 1;; ++n) {
        emulation::fail_allocation(n);
        const std::string sentence = error_of([&] { cuda_backend(dataset)->load(fresh()); });
        emulation::fail_allocation(0);
        CHECK(emulation::alive() == before);
        if (sentence.empty()) break;
        CHECK(sentence == "The GPU ran out of memory while preparing the network.");
        ++failures;
    }
    CHECK(failures > 20);
}

TEST_CASE("a drawing that finds no memory leaves the training alone") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto trained = [&](bool fail) {
        const auto backend = cuda_backend(dataset);
        backend->load(fresh());
        train(*backend, 2);
        for (int n = 1; fail && n <= 3; ++n) {
            emulation::fail_allocation(n);
            CHECK(error_of([&] { backend->render(dataset->grid, whole(dataset->grid), {}); }) ==
                  "The GPU ran out of memory while drawing.");
            emulation::fail_allocation(0);
        }
        train(*backend, 2);
        return backend->save();
    };
    CHECK(trained(true) == trained(false));
    emulation::reset();
}

TEST_CASE("a lost device is said once and the same, and the saved state goes on elsewhere") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto whole_run = cuda_backend(dataset);
    whole_run->load(fresh());
    const State saved = (train(*whole_run, 3), whole_run->save());
    train(*whole_run, 4);
    const State end = whole_run->save();
    for (const int kernel : {1, 2, 17, 40}) {
        CAPTURE(kernel);
        const auto lost = cuda_backend(dataset);
        lost->load(saved);
        train(*lost, 2);
        emulation::lose_device(kernel);
        const std::string sentence = error_of([&] { train(*lost, 50); });
        CHECK(sentence.starts_with("The GPU was lost while training"));
        CHECK(sentence.ends_with("."));
        CHECK(error_of([&] { train(*lost, 1); }) == sentence);
        CHECK(error_of([&] { lost->save(); }) == sentence);
        CHECK(error_of([&] { lost->load(saved); }) == sentence);
        CHECK(error_of([&] { lost->render(dataset->grid, whole(dataset->grid), {}); }) == sentence);
        emulation::reset();
        CHECK(error_of([&] { train(*lost, 1); }) == sentence);
        const auto elsewhere = cuda_backend(dataset);
        elsewhere->load(saved);
        train(*elsewhere, 4);
        CHECK(elsewhere->save() == end);
    }
}

TEST_CASE("a device lost while drawing is said by the drawing or by what follows") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto backend = cuda_backend(dataset);
    backend->load(fresh());
    train(*backend, 2);
    emulation::lose_device(2);
    const auto drawing = backend->render(dataset->grid, whole(dataset->grid), {});
    CHECK(error_of([&] { drawing->on_host(); }).starts_with("The GPU was lost"));
    CHECK(error_of([&] { drawing->on_host(); }).starts_with("The GPU was lost"));
    CHECK(error_of([&] { drawing->rgba(); }).starts_with("The GPU was lost"));
    const std::string sentence = error_of([&] { train(*backend, 1); });
    CHECK(sentence.starts_with("The GPU was lost"));
    CHECK(error_of([&] { backend->save(); }) == sentence);
    emulation::reset();
}

TEST_CASE("drawings are read and let go on other threads while training goes on") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto backend = cuda_backend(dataset);
    backend->load(fresh());
    std::vector<std::thread> readers;
    for (int frame = 0; frame < 8; ++frame) {
        train(*backend, 1 + frame % 3);
        auto surface = backend->last_forward();
        const Image expected = surface->on_host();
        for (int reader = 0; reader < 2; ++reader)
            readers.emplace_back([surface, expected] {
                if (surface->on_host() != expected) std::abort();
            });
        auto unread = backend->render(dataset->grid, whole(dataset->grid), {});
        readers.emplace_back([unread = std::move(unread)]() mutable { unread.reset(); });
    }
    for (std::thread& reader : readers) reader.join();
    const auto again = cuda_backend(dataset);
    again->load(fresh());
    train(*again, 15);
    CHECK(again->save() == backend->save());
}

TEST_CASE("a drawing is on the device for who wants it there") {
    const auto dataset = noise_picture(7, 5, 3);
    const auto backend = cuda_backend(dataset);
    backend->load(fresh());
    const auto drawing = backend->render(dataset->grid, {2, 1, 4, 3}, {});
    const auto* surface = dynamic_cast<const cuda::DeviceSurface*>(drawing.get());
    REQUIRE(surface);
    CHECK(surface->width() == 4);
    CHECK(surface->height() == 3);
    CHECK(surface->channels() == 3);
    CHECK(surface->device() == 0);
    REQUIRE(cudaEventSynchronize(surface->complete()) == cudaSuccess);
    Image copy = make_image(4, 3, 3);
    REQUIRE(cudaMemcpy(copy.values.data(), surface->values(), copy.values.size() * sizeof(float),
                       cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(copy == drawing->on_host());
}

TEST_CASE("what cannot be had is refused in a sentence") {
    setenv("REDRAW_CUDA_EMULATION_NO_BLAS", "1", 1);
    CHECK(error_of([] {
              cuda_backend(nullptr, Precision::automatic, network_of({256, 256}, Activation::sine));
          }) == "Networks wider than 128 need cuBLAS (libcublas.so.13), which is not installed.");
    CHECK(error_of([] { cuda_backend(nullptr); }).find("cuBLAS") != std::string::npos);
    // A network with one hidden layer needs no cuBLAS: only products between hidden layers use it.
    CHECK(error_of([] {
              cuda_backend(nullptr, Precision::fp32, network_of({300}, Activation::sine));
          }) == "");
    unsetenv("REDRAW_CUDA_EMULATION_NO_BLAS");
    emulation::set_compute_capability(7, 5);
    CHECK(error_of([] { cuda_backend(nullptr, Precision::bf16); }).find("bf16") !=
          std::string::npos);
    CHECK(error_of([] { cuda_backend(nullptr, Precision::automatic); }) == "");
    emulation::reset();
}

TEST_CASE("a backend says what it is") {
    const auto backend = cuda_backend(nullptr, Precision::fp32);
    CHECK(backend->kind() == BackendKind::cuda);
    CHECK(backend->precision_name() == "fp32");
    CHECK(backend->description().starts_with("CUDA "));
    CHECK(backend->description().ends_with(", cuBLAS fp32"));
    const auto wide = cuda_backend(nullptr, Precision::bf16x3, network_of({129}, Activation::sine));
    CHECK(wide->description().ends_with(", cuBLAS bf16x3"));
}
