// Tests training on every backend: the same trajectory up to rounding, and the same bits however
// the steps are grouped and wherever a run was stopped.
#include "tests/support/tested_backends.h"

#include <algorithm>

using namespace redraw_test;

namespace {

struct Run {
    State state;
    std::vector<float> results;  // loss and squared error of each step, in turn
};

// Trains a burst. The rate of each step differs, and depends on nothing but the step's number.
Run train(Backend& backend, int steps) {
    Run run;
    std::vector<float> rates;
    for (int i = 0; i < steps; ++i) rates.push_back(4e-3f / float(1 + backend.save().step + i));
    for (const StepResult& result : train_at(backend, rates))
        run.results.insert(run.results.end(), {result.loss, result.squared_error});
    run.state = backend.save();
    return run;
}

std::shared_ptr<Dataset> batched_picture(BatchMode mode, int batch_size) {
    auto dataset = noise_picture(11, 7, 3);
    dataset->batch = mode;
    dataset->batch_size = batch_size;
    return dataset;
}

struct Batch {
    BatchMode mode;
    int size;
};
constexpr Batch kBatches[] = {{BatchMode::full, 0},
                              {BatchMode::random, 19},
                              {BatchMode::rows, 3},
                              {BatchMode::stratified, 19}};

}  // namespace

TEST_CASE("every backend follows the scalar reference") {
    for (const Optimizer kind : {Optimizer::adam, Optimizer::sgd})
        for (const Batch& batch : kBatches) {
            // CUDA uses other kernels for wide layers, so one case has a layer of 130 units.
            const bool wide = kind == Optimizer::adam && batch.mode == BatchMode::random;
            const NetworkSpec network = network_of({wide ? 130 : 17, 22, 5}, Activation::sine);
            const OptimizerSpec optimizer{.kind = kind, .momentum = 0.8};
            const auto dataset = batched_picture(batch.mode, batch.size);
            const auto trained = [&](const TestedBackend& tested, Tolerance& tolerance) {
                const auto backend =
                    loaded(tested, network, optimizer, 3, dataset, random_state(network, 3, kind));
                tolerance = tolerance_of(*backend);
                return train(*backend, 6);
            };
            Tolerance tolerance{};
            const Run reference = trained(tested_backends().front(), tolerance);
            for (const TestedBackend& tested : tested_backends()) {
                INFO(tested.name << ' ' << name_of(kind) << ' ' << name_of(batch.mode));
                const Run run = trained(tested, tolerance);
                CHECK(run.state.step == 6);
                CHECK(run.state.optimizer_step == 6);
                CHECK(relative_distance(run.state.parameters, reference.state.parameters) <
                      tolerance.gradient);
                CHECK(relative_distance(run.state.first_moment, reference.state.first_moment) <
                      tolerance.trained_gradient);
                for (std::size_t i = 0; i < reference.results.size(); ++i)
                    CHECK(run.results[i] ==
                          doctest::Approx(reference.results[i]).epsilon(tolerance.trained_value));
            }
        }
}

TEST_CASE("neither bursts, a stop nor the number of threads change a bit") {
    for (const TestedBackend& tested : tested_backends())
        for (const Optimizer kind : {Optimizer::adam, Optimizer::sgd})
            for (const Batch& batch : kBatches) {
                INFO(tested.name << ' ' << name_of(kind) << ' ' << name_of(batch.mode));
                const bool wide = kind == Optimizer::sgd && batch.mode == BatchMode::full;
                const NetworkSpec network = network_of({wide ? 130 : 9, 14}, Activation::tanh);
                const OptimizerSpec optimizer{.kind = kind, .momentum = 0.9};
                check_same_bits(tested, network, optimizer, 3,
                                batched_picture(batch.mode, batch.size),
                                random_state(network, 3, kind, 11));
            }
}

TEST_CASE("a state is kept exactly without a dataset too") {
    const NetworkSpec network = network_of({130, 65}, Activation::sine);
    State state = fresh_state(random_parameters(network, 4), Optimizer::adam, 77);
    state.optimizer_step = 70;
    for (std::size_t i = 0; i < state.parameters.size(); ++i) {
        state.first_moment[i] = random_unit(1, 2, i);
        state.second_moment[i] = random_unit(1, 3, i);
    }
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend = loaded(tested, network, {}, 4, nullptr, state);
        CHECK(backend->save() == state);
        State bare = state;
        bare.first_moment.clear();
        bare.second_moment.clear();
        backend->load(bare);
        CHECK(backend->save() == bare);
    }
}

TEST_CASE("the last forward pass is the drawing before the last update, bit for bit") {
    for (const TestedBackend& tested : tested_backends())
        for (const Activation activation : kActivations) {
            INFO(tested.name << ' ' << name_of(activation));
            const OutputMap output =
                activation == Activation::sine ? OutputMap::linear : OutputMap::sigmoid;
            const NetworkSpec network = network_of({11, 18}, activation, output);
            const auto dataset = noise_picture(13, 5, 3);
            const State fresh = random_state(network, 3);
            const auto backend = loaded(tested, network, {}, 3, dataset, fresh);
            CHECK(backend->last_forward() == nullptr);
            train(*backend, 2);
            const Image before =
                backend->render(dataset->grid, whole(dataset->grid), {})->on_host();
            train(*backend, 1);
            const auto surface = backend->last_forward();
            REQUIRE(surface);
            train(*backend, 1);
            CHECK(surface->on_host() == before);
            backend->load(fresh);
            CHECK(backend->last_forward() == nullptr);
        }
}

TEST_CASE("a minibatch leaves no drawing behind, and an empty burst nothing at all") {
    const NetworkSpec network = network_of({8}, Activation::sine);
    for (const TestedBackend& tested : tested_backends()) {
        const auto backend = loaded(tested, network, {}, 3, batched_picture(BatchMode::rows, 4),
                                    random_state(network, 3));
        const State before = train(*backend, 1).state;
        CHECK(backend->last_forward() == nullptr);
        backend->train({}, {});
        CHECK(backend->save() == before);
    }
}

TEST_CASE("squared error is of the drawn values whatever the loss") {
    const NetworkSpec network = network_of({12}, Activation::sine, OutputMap::sigmoid);
    const auto dataset = noise_picture(9, 8, 3);
    for (const TestedBackend& tested : tested_backends())
        for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
            CAPTURE(tested.name);
            const auto backend =
                loaded(tested, network, {.loss = loss}, 3, dataset, random_state(network, 3));
            const Image before =
                backend->render(dataset->grid, whole(dataset->grid), {})->on_host();
            double expected = 0;
            for (std::size_t i = 0; i < before.values.size(); ++i)
                expected += std::pow(double(before.values[i]) - dataset->target.values[i], 2);
            CHECK(train(*backend, 1).results[1] ==
                  doctest::Approx(expected / double(before.values.size())).epsilon(1e-5));
        }
}

TEST_CASE("a run that diverged is seen as one") {
    const NetworkSpec network = network_of({8, 9}, Activation::relu);
    const auto dataset = noise_picture(5, 4, 1);
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        auto parameters = random_parameters(network, 1);
        parameters[3] = std::numeric_limits<float>::quiet_NaN();
        const auto backend =
            loaded(tested, network, {}, 1, dataset, fresh_state(parameters, Optimizer::adam));
        CHECK(std::isnan(train(*backend, 1).results[0]));
    }
}
