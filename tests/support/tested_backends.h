// Lists every backend on this machine, for the tests of the contract in engine/backend/backend.h:
// the CPU's instruction sets, CUDA in its precisions, and OpenGL. REDRAW_CUDA_MODULE names the
// emulated CUDA module; otherwise the real one runs on a real device. Without a device, tests print
// SKIP, or fail if REDRAW_REQUIRE_CUDA is set.
#pragma once

#include "engine/device/cuda_module.h"
#include "engine/device/devices.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/exact_gradient.h"

#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

#include <cstdlib>

namespace redraw_test {

struct TestedBackend {
    std::string name;
    BackendOptions options;
};

inline bool cuda_is_there() {
    std::string reason;
    const CudaModule* module = cuda_module(&reason);
    if (module)
        for (const DeviceInfo& device : module->devices()) {
            if (device.available) return true;
            reason = device.detail;
        }
    if (std::getenv("REDRAW_REQUIRE_CUDA"))
        FAIL("REDRAW_REQUIRE_CUDA is set, but there is no CUDA device: " << reason);
    MESSAGE("SKIP: no CUDA device: " << reason);
    return false;
}

inline std::vector<TestedBackend> cuda_backends() {
    static const bool there = cuda_is_there();
    std::vector<TestedBackend> backends;
    if (!there) return backends;
    for (const auto& [name, precision] :
         {std::pair{"cuda fp32", Precision::fp32}, std::pair{"cuda bf16x3", Precision::bf16x3},
          std::pair{"cuda bf16", Precision::bf16}})
        backends.push_back({name, {BackendKind::cuda, precision}});
    return backends;
}

inline std::vector<TestedBackend> cpu_backends() {
    std::vector<TestedBackend> backends;
    for (const InstructionSet set : instruction_sets())
        backends.push_back(
            {"cpu " + name_of_set(set), {BackendKind::cpu, Precision::fp32, set, 2}});
    for (const InstructionSet set :
         {InstructionSet::emulated_amx, InstructionSet::avx512_bf16, InstructionSet::amx})
        for (const Precision precision : {Precision::bf16x3, Precision::bf16})
            if (cpu::supported(set))
                backends.push_back({"cpu " + name_of_set(set) +
                                        (precision == Precision::bf16 ? " bf16" : " bf16x3"),
                                    {BackendKind::cpu, precision, set, 2}});
    return backends;
}

inline const TestedBackend kGl{"gl", {BackendKind::gl}};

inline bool opengl_is_there() {
#ifdef REDRAW_OPENGL
    gl::register_backend();
#endif
    const DeviceInfo device = list_devices().back();
    REQUIRE(device.name == "gl");
    if (!device.available) MESSAGE("SKIP: no OpenGL device: " << device.detail);
    return device.available;
}

// Lists the backends that train window networks, too.
inline std::vector<TestedBackend> window_backends() {
    std::vector<TestedBackend> backends = cpu_backends();
    for (const TestedBackend& cuda : cuda_backends()) backends.push_back(cuda);
    return backends;
}

inline std::vector<TestedBackend> tested_backends() {
    static const bool opengl = opengl_is_there();
    std::vector<TestedBackend> backends = window_backends();
    if (opengl) backends.push_back(kGl);
    return backends;
}

inline std::unique_ptr<Backend> make(const TestedBackend& tested, const NetworkSpec& network,
                                     const OptimizerSpec& optimizer, int channels,
                                     std::shared_ptr<const Dataset> dataset) {
    return make_backend(tested.options, network, optimizer, channels, std::move(dataset));
}

// Returns a backend that has loaded a state.
inline std::unique_ptr<Backend> loaded(const TestedBackend& tested, const NetworkSpec& network,
                                       const OptimizerSpec& optimizer, int channels,
                                       std::shared_ptr<const Dataset> dataset, const State& state) {
    auto backend = make(tested, network, optimizer, channels, std::move(dataset));
    backend->load(state);
    return backend;
}

inline State random_state(const NetworkSpec& network, int channels,
                          Optimizer kind = Optimizer::adam, std::int64_t step = 0) {
    return fresh_state(random_parameters(network, channels), kind, step);
}

// Largest errors allowed, relative to exact arithmetic: about three times those measured on random
// networks of two to four layers.
struct Tolerance {
    double gradient;  // norm of the error divided by that of the gradient
    double value;     // error of a drawn value; relative error of a loss
    // The same two errors after some steps, for moments and losses. Adam's first steps take only
    // the sign of a gradient, and rounding can turn the sign of a small one.
    double trained_gradient = 5 * gradient;
    double trained_value = 5 * value;
};

inline Tolerance tolerance_of(const Backend& backend) {
    if (backend.precision_name() == "bf16") return {2e-2, 1e-2};
    if (backend.precision_name() == "bf16x3") {
        // The CPU's kernels also round the slopes of the backward pass.
        if (backend.kind() == BackendKind::cpu) return {1e-2, 4e-5, 1e-1, 4e-3};
        return {1e-2, 4e-5};
    }
    return {1e-5, 2e-5};
}

// Returns |a - b| / |b|, with Euclidean norms.
inline double relative_distance(const std::vector<float>& a, const std::vector<float>& b) {
    return relative_error(a, std::vector<double>(b.begin(), b.end()));
}

// Returns loss and gradient of a step of the dataset, calculated in doubles.
inline ExactStep exact_step_of(const NetworkSpec& network, const std::vector<float>& parameters,
                               Loss loss, const Dataset& dataset, std::int64_t step) {
    std::vector<std::uint32_t> pixels;
    for (int i = 0; i < dataset.batch_pixels(); ++i)
        pixels.push_back(sample_index(sampling_of(dataset, step), step, std::uint32_t(i)));
    return exact_step(network, {parameters.begin(), parameters.end()}, loss, dataset, pixels);
}

inline void check_drawn(const Image& image, const NetworkSpec& network,
                        const std::vector<float>& parameters, const Grid& grid, double tolerance) {
    const Image exact = exact_drawing(network, parameters, image.channels, grid);
    REQUIRE(image.width == grid.width);
    REQUIRE(image.height == grid.height);
    for (std::size_t i = 0; i < exact.values.size(); ++i)
        CHECK(image.values[i] == doctest::Approx(exact.values[i]).epsilon(tolerance));
}

// Checks that bursts, a stop and the number of threads change no bit of the state or of the steps'
// results.
inline void check_same_bits(const TestedBackend& tested, const NetworkSpec& network,
                            const OptimizerSpec& optimizer, int channels,
                            const std::shared_ptr<const Dataset>& dataset, const State& fresh) {
    const auto on_threads = [&](int threads, const State& state) {
        TestedBackend other = tested;
        other.options.threads = threads;
        return loaded(other, network, optimizer, channels, dataset, state);
    };
    using Outcome = std::pair<State, std::vector<float>>;
    const auto trained = [](Backend& backend, const std::vector<std::vector<float>>& bursts) {
        Outcome outcome;
        for (const auto& rates : bursts)
            for (const StepResult& result : train_at(backend, rates))
                outcome.second.insert(outcome.second.end(), {result.loss, result.squared_error});
        outcome.first = backend.save();
        return outcome;
    };
    const auto one = on_threads(1, fresh);
    const State middle = trained(*one, {{1e-2f}, {9e-3f, 8e-3f}}).first;
    CHECK(middle.step == fresh.step + 3);
    CHECK(middle.optimizer_step == 3);
    const Outcome end = trained(*one, {{7e-3f, 6e-3f, 5e-3f, 4e-3f, 3e-3f}});
    CHECK(end.first.parameters != middle.parameters);
    const auto resumed = on_threads(3, middle);
    CHECK(resumed->save() == middle);
    CHECK(trained(*resumed, {{7e-3f}, {6e-3f, 5e-3f, 4e-3f}, {3e-3f}}) == end);
    // Repeats the last steps in the same backend, after it has loaded the earlier state again.
    one->load(middle);
    CHECK(trained(*one, {{7e-3f, 6e-3f}, {5e-3f, 4e-3f, 3e-3f}}) == end);
}

}  // namespace redraw_test
