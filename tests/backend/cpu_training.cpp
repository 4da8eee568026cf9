#include "tests/support/cpu_backends.h"

#include "engine/device/devices.h"
#include "tests/support/error_kind.h"

#include <cstdlib>

using namespace redraw_test;

namespace {

// Steps in bursts, each in a backend of its own that goes on from where the last one stopped.
struct Run {
    State state;
    std::vector<float> losses;
    bool operator==(const Run&) const = default;
};

}  // namespace

TEST_CASE("threads, bursts and stops change no bit") {
    const NetworkSpec network = network_of({40, 23}, Activation::sine);
    for (const InstructionSet set : instruction_sets())
        for (const auto& [mode, size] : {std::pair{BatchMode::full, 0},
                                         {BatchMode::random, 800},
                                         {BatchMode::rows, 21},
                                         {BatchMode::stratified, 700}}) {
            INFO(name_of_set(set) << ' ' << name_of(mode));
            // Several chunks and a remainder in every direction.
            const auto dataset = noise_picture(41, 29, 3);
            dataset->batch = mode;
            dataset->batch_size = size;
            const auto trained = [&](int threads, int burst) {
                Run run{fresh_state(random_parameters(network, 3), Optimizer::adam), {}};
                for (int left = set == InstructionSet::scalar ? 3 : 20; left > 0; left -= burst) {
                    std::vector<StepResult> results(std::min(left, burst));
                    const auto backend = backend_of(set, network, {}, 3, dataset, threads);
                    backend->load(run.state);
                    backend->train(std::vector<float>(results.size(), 1e-3f), results);
                    for (const StepResult& result : results)
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
    CHECK(backend->kind_name() == "cpu");
    CHECK(backend->precision_name() == "fp32");
}
