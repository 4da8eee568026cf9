// Runs of the fused path: the same bits whatever the order of threads, however bursts are cut, by
// graph or not; and the way the CPU takes.
#include "tests/support/fused_run.h"

using namespace redraw_test;

namespace {

struct Outcome {
    std::vector<float> parameters, first, second, values;
    std::vector<StepResult> results;
};

Outcome outcome_of(FusedRun& run, std::vector<StepResult> results) {
    return {run.parameters(), run.first_moment(), run.second_moment(), run.forward_values(),
            std::move(results)};
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void check_same(const Outcome& a, const Outcome& b) {
    CHECK(same_bits(a.parameters, b.parameters));
    CHECK(same_bits(a.first, b.first));
    CHECK(same_bits(a.second, b.second));
    CHECK(same_bits(a.values, b.values));
    CHECK(same_bits(a.results, b.results));
}

const std::vector<float> kRates{3e-3f, 2e-3f, 1e-3f};

Outcome train(const NetworkSpec& network, Precision precision, int channels) {
    FusedRun run(network, {}, precision, noise_picture(19, 7, channels),
                 random_parameters(network, channels));
    const auto results = run.train(0, {kRates[0], kRates[1]});
    return outcome_of(run, results);
}

}  // namespace

TEST_CASE("the order in which threads and blocks run changes no bit") {
    for (const Precision precision : {Precision::bf16x3, Precision::bf16})
        for (const std::vector<int>& layers : {std::vector<int>{9}, {16, 64, 40}, {128, 70}}) {
            CAPTURE(layers.size());
            const NetworkSpec network = network_of(layers, Activation::sine);
            std::vector<Outcome> outcomes;
            for (const emulation::Order order :
                 {emulation::Order::forward, emulation::Order::reverse,
                  emulation::Order::shuffled}) {
                const EmulatedDevice device(3, order);
                outcomes.push_back(train(network, precision, 3));
            }
            check_same(outcomes[0], outcomes[1]);
            check_same(outcomes[0], outcomes[2]);
        }
}

TEST_CASE("bursts may be cut anywhere, and a graph of one step replayed") {
    const EmulatedDevice device(2);
    const NetworkSpec network = network_of({20, 33}, Activation::sine);
    const auto dataset = noise_picture(11, 9, 1);
    const auto parameters = random_parameters(network, 1);
    FusedRun whole(network, {}, Precision::automatic, dataset, parameters);
    const auto results = whole.train(0, kRates);

    FusedRun cut(network, {}, Precision::automatic, dataset, parameters);
    auto first = cut.train(0, {kRates[0]});
    const auto rest = cut.train(1, {kRates[1], kRates[2]});
    first.insert(first.end(), rest.begin(), rest.end());
    check_same(outcome_of(whole, results), outcome_of(cut, first));

    FusedRun replayed(network, {}, Precision::automatic, dataset, parameters);
    replayed.replay(kRates, 3);
    check_same(outcome_of(whole, results), outcome_of(replayed, results));
}

TEST_CASE("a run goes the way of the CPU's fp32") {
    const EmulatedDevice device(2);
    for (const Optimizer kind : {Optimizer::adam, Optimizer::sgd}) {
        const NetworkSpec network = network_of({40, 33}, Activation::sine);
        const auto dataset = noise_picture(15, 14, 3);
        OptimizerSpec optimizer;
        optimizer.kind = kind;
        optimizer.momentum = 0.5;
        const auto parameters = random_parameters(network, 3);
        const std::vector<float> rates(12, kind == Optimizer::adam ? 2e-3f : 1e-2f);
        const auto cpu = backend_of(InstructionSet::scalar, network, optimizer, 3, dataset);
        cpu->load(fresh_state(parameters, kind));
        std::vector<StepResult> wanted(rates.size());
        cpu->train(rates, wanted);

        FusedRun run(network, optimizer, Precision::bf16x3, dataset, parameters);
        const auto results = run.train(0, rates);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            CAPTURE(i);
            CHECK(results[i].loss == doctest::Approx(wanted[i].loss).epsilon(1e-3));
            CHECK(results[i].squared_error ==
                  doctest::Approx(wanted[i].squared_error).epsilon(1e-3));
        }
        CHECK(wanted.back().loss < wanted.front().loss);
    }
}

TEST_CASE("a run that diverged shows it") {
    const EmulatedDevice device(1);
    const NetworkSpec network = network_of({20, 33}, Activation::relu);
    auto parameters = random_parameters(network, 1);
    parameters[parameters.size() / 2] = std::numeric_limits<float>::quiet_NaN();
    FusedRun run(network, {}, Precision::bf16x3, noise_picture(9, 9, 1), parameters);
    CHECK(std::isnan(run.train(0, {1e-3f})[0].loss));
}

TEST_CASE("what the fused kernels do not take is left to the other path") {
    cuda::PathRequest request;
    const auto taken = [&request] { return cuda::make_fused_path(request, nullptr) != nullptr; };
    const EmulatedDevice device(1);
    request.network = network_of({128}, Activation::sine);
    CHECK(taken());
    request.precision = Precision::fp32;
    CHECK(!taken());
    request.precision = Precision::bf16;
    CHECK(taken());
    request.network.layers = {64, 129};
    CHECK(!taken());
    request.network.layers = {64};
    emulation::set_compute_capability(7, 5);
    CHECK(!taken());
}
