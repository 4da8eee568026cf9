#include "tests/support/cpu_backends.h"

#include "engine/device/devices.h"
#include "engine/error.h"

#include <cstdlib>

using namespace redraw_test;

namespace {

struct Run {
    State state;
    std::vector<float> losses;
    bool operator==(const Run&) const = default;
};

Run train(Backend& backend, int steps, int burst = 1, float rate = 1e-3f) {
    Run run;
    while (steps > 0) {
        const int count = std::min(steps, burst);
        const std::vector<float> rates(count, rate);
        std::vector<StepResult> results(count);
        backend.train(rates, results);
        for (const StepResult& result : results) {
            run.losses.push_back(result.loss);
            run.losses.push_back(result.squared_error);
        }
        steps -= count;
    }
    run.state = backend.save();
    return run;
}

double relative_distance(const std::vector<float>& a, const std::vector<float>& b) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
        size += double(b[i]) * b[i];
    }
    return std::sqrt(difference / size);
}

// A picture of several chunks and a remainder in every direction.
std::shared_ptr<Dataset> batched_picture(BatchMode mode, int batch_size) {
    auto dataset = noise_picture(41, 29, 3);
    dataset->batch = mode;
    dataset->batch_size = batch_size;
    return dataset;
}

struct Batch {
    BatchMode mode;
    int size;
};
constexpr Batch kBatches[] = {{BatchMode::full, 0},
                              {BatchMode::random, 800},
                              {BatchMode::rows, 21},
                              {BatchMode::stratified, 700}};

}  // namespace

TEST_CASE("the number of threads changes no bit") {
    const NetworkSpec network = network_of({40, 23}, Activation::sine);
    for (const InstructionSet set : instruction_sets())
        for (const Batch& batch : kBatches) {
            CAPTURE(name_of_set(set));
            CAPTURE(name_of(batch.mode));
            const auto dataset = batched_picture(batch.mode, batch.size);
            const auto trained = [&](int threads, int burst) {
                const auto backend = backend_of(set, network, {}, 3, dataset, threads);
                backend->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
                return train(*backend, set == InstructionSet::scalar ? 3 : 20, burst);
            };
            const Run one = trained(1, 1);
            CHECK(trained(2, 7) == one);
            CHECK(trained(3, 20) == one);
            CHECK(trained(8, 1) == one);
        }
}

TEST_CASE("a run goes on bit for bit from what was saved") {
    for (const InstructionSet set : instruction_sets())
        for (const Optimizer kind : {Optimizer::adam, Optimizer::sgd})
            for (const Batch& batch : kBatches) {
                CAPTURE(name_of_set(set));
                const NetworkSpec network = network_of({19, 34}, Activation::tanh);
                OptimizerSpec optimizer;
                optimizer.kind = kind;
                optimizer.momentum = 0.9;
                const auto dataset = batched_picture(batch.mode, batch.size);
                const auto whole_run = backend_of(set, network, optimizer, 3, dataset);
                whole_run->load(fresh_state(random_parameters(network, 3), kind, 11));
                const State middle = train(*whole_run, 3).state;
                CHECK(middle.step == 14);
                CHECK(middle.optimizer_step == 3);
                const Run end = train(*whole_run, 3);
                const auto resumed = backend_of(set, network, optimizer, 3, dataset);
                resumed->load(middle);
                CHECK(resumed->save() == middle);
                CHECK(train(*resumed, 3) == end);
            }
}

TEST_CASE("vector kernels agree with the scalar reference") {
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations)
            for (const Batch& batch : kBatches) {
                if (set == InstructionSet::scalar) continue;
                CAPTURE(name_of_set(set));
                CAPTURE(name_of(activation));
                const NetworkSpec network = network_of({33, 38, 7}, activation);
                OptimizerSpec optimizer;
                optimizer.kind = Optimizer::sgd;
                optimizer.momentum = 0.5;
                const auto dataset = batched_picture(batch.mode, batch.size);
                const auto trained = [&](InstructionSet which) {
                    const auto backend = backend_of(which, network, optimizer, 3, dataset);
                    backend->load(fresh_state(random_parameters(network, 3), Optimizer::sgd));
                    return train(*backend, 4, 4, 1e-2f);
                };
                const Run reference = trained(InstructionSet::scalar), vector = trained(set);
                CHECK(relative_distance(vector.state.parameters, reference.state.parameters) <
                      1e-5);
                CHECK(relative_distance(vector.state.first_moment, reference.state.first_moment) <
                      1e-4);
                for (std::size_t i = 0; i < reference.losses.size(); ++i)
                    CHECK(vector.losses[i] == doctest::Approx(reference.losses[i]).epsilon(1e-4));
            }
}

TEST_CASE("training draws the picture") {
    auto dataset = noise_picture(20, 20, 1);
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x)
            dataset->target.row(y)[x] = std::hypot(x - 10, y - 9) < 6 ? 0.9f : 0.2f;
    const NetworkSpec network = network_of({32, 32}, Activation::sine);
    const auto backend = backend_of(InstructionSet::automatic, network, {}, 1, dataset);
    backend->load(fresh_state(initial_parameters(network, 1, 1), Optimizer::adam));
    const Run run = train(*backend, 300, 300, 2e-3f);
    CHECK(run.losses.front() > 0.02f);
    CHECK(run.losses.back() < 1e-3f);
}

TEST_CASE("the last forward pass is the drawing before the last update, bit for bit") {
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid}) {
                CAPTURE(name_of_set(set));
                CAPTURE(name_of(activation));
                const NetworkSpec network = network_of({21, 48}, activation, output);
                const auto dataset = noise_picture(31, 17, 3);
                const auto backend = backend_of(set, network, {}, 3, dataset);
                backend->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
                CHECK(backend->last_forward() == nullptr);
                train(*backend, 2);
                const Image before =
                    backend->render(dataset->grid, whole(dataset->grid))->on_host();
                train(*backend, 1);
                const auto surface = backend->last_forward();
                REQUIRE(surface);
                CHECK(surface->on_host() == before);
                train(*backend, 1);
                CHECK(surface->on_host() == before);
                backend->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
                CHECK(backend->last_forward() == nullptr);
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
        try {
            make_backend(options, network, {}, 1, nullptr);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
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
    CHECK(backend->kind_name() == "cpu");
    CHECK(backend->precision_name() == "fp32");
}
