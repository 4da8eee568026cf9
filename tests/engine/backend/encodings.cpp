// Tests Fourier features and grids in front of a network, on every backend.
#include "engine/image/resample.h"
#include "tests/support/checked_gradient.h"

using namespace redraw_test;

namespace {

constexpr Encoding kEncodings[] = {Encoding::fourier, Encoding::grid};

State trained(Backend& backend, int steps) {
    std::vector<float> rates;
    for (int i = 0; i < steps; ++i) rates.push_back(1e-2f / float(1 + i));
    train_at(backend, rates);
    return backend.save();
}

}  // namespace

TEST_CASE("gradients") {
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : kEncodings)
            for (const Activation activation : {Activation::gelu, Activation::sine})
                for (const BatchMode mode : {BatchMode::full, BatchMode::random}) {
                    INFO(tested.name << ' ' << name_of(encoding) << ' ' << name_of(activation)
                                     << name_of(mode));
                    const auto dataset = noise_picture(13, 9, 3);
                    dataset->batch = mode;
                    dataset->batch_size = mode == BatchMode::random ? 40 : 0;
                    NetworkSpec network = encoded(network_of({18, 35}, activation), encoding);
                    check_gradient(tested, network, Loss::mse, dataset, 3);
                    network.grid.levels = 9;  // 18 features: more than a panel of 16
                    network.layers = {7};
                    check_gradient(tested, network, Loss::mse, dataset);
                    network.grid.features = 4;  // 36 features: more than a block of 32
                    network.layers = {70, 9};
                    check_gradient(tested, network, Loss::mse, dataset);
                }
}

TEST_CASE("a drawing is the definition at every pixel centre, to its edge") {
    const Grid grid = picture_grid(19, 14);
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : kEncodings) {
            INFO(tested.name << ' ' << name_of(encoding));
            const NetworkSpec network = encoded(network_of({23, 40}, Activation::sine), encoding);
            const State start = random_state(network, 3);
            const auto backend = loaded(tested, network, {}, 3, nullptr, start);
            const Image image = backend->render(grid, whole(grid), {})->on_host();
            check_drawn(image, network, start.parameters, grid, tolerance_of(*backend).value);
            const PixelRect part{5, 3, 11, 7};
            CHECK(backend->render(grid, part, {})->on_host() == crop(image, part));
            CHECK(backend->render(grid, whole(grid), start.parameters)->on_host() == image);
        }
}

TEST_CASE("neither bursts, a stop nor the number of threads change a bit") {
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : kEncodings)
            for (const OptimizerSpec& optimizer :
                 {OptimizerSpec{}, OptimizerSpec{.tables = TableUpdates::touched},
                  OptimizerSpec{.kind = Optimizer::sgd, .momentum = 0.9}}) {
                if (encoding == Encoding::fourier && optimizer.tables == TableUpdates::touched)
                    continue;  // it has no tables
                INFO(tested.name << ' ' << name_of(encoding) << ' ' << name_of(optimizer.tables));
                const NetworkSpec network =
                    encoded(network_of({20, 9}, Activation::relu), encoding);
                const auto dataset = noise_picture(31, 22, 3);
                dataset->batch = BatchMode::rows;
                dataset->batch_size = 17;
                check_same_bits(tested, network, optimizer, 3, dataset,
                                random_state(network, 3, optimizer.kind, 2));
            }
}

TEST_CASE("of tables what a batch does not touch stays, and every backend does the rest alike") {
    NetworkSpec network = encoded(network_of({20, 9}, Activation::relu), Encoding::grid);
    network.grid.features = 3;  // an entry of 3 features can lie in two cache lines
    network.grid.table_bits = 6;
    const OptimizerSpec optimizer{.epsilon = 1e-6, .tables = TableUpdates::touched};
    const auto dataset = noise_picture(31, 22, 3);
    dataset->batch = BatchMode::rows;
    dataset->batch_size = 1;
    const auto parameters = random_parameters(network, 3);
    const std::size_t tables = grid_parameters(network);
    State reference;
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend = loaded(tested, network, optimizer, 3, dataset,
                                    fresh_state(parameters, Optimizer::adam));
        const State after = trained(*backend, 1);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < tables; ++i) {
            const bool moved = after.parameters[i] != parameters[i];
            CHECK(moved == (after.second_moment[i] != 0));
            CHECK((moved || after.first_moment[i] == 0));
            changed += moved;
        }
        CHECK(changed > tables / 50);
        CHECK(changed < tables / 2);
        const State end = trained(*backend, 6);
        if (&tested == &tested_backends().front()) reference = end;
        CHECK(relative_distance(end.parameters, reference.parameters) <
              tolerance_of(*backend).trained_gradient);
    }
}

TEST_CASE("Fourier frequencies are not trained, and repeat for the cosines") {
    const NetworkSpec network = encoded(network_of({8}, Activation::sine), Encoding::fourier);
    const auto parameters = initial_parameters(network, 1, 3);
    const LayerShape fixed = layer_shapes(network, 1).front();
    const auto count = std::size_t(network.fourier.count);
    double square = 0;
    for (std::size_t i = 0; i < 2 * count; ++i) {
        CHECK(parameters[fixed.weights + i] == parameters[fixed.weights + 2 * count + i]);
        square += parameters[fixed.weights + i] * parameters[fixed.weights + i];
    }
    CHECK(std::sqrt(square / double(2 * count)) == doctest::Approx(1).epsilon(0.5));
    for (const TestedBackend& tested : tested_backends()) {
        const auto backend = make(tested, network, {}, 1, noise_picture(9, 9, 1));
        backend->load(fresh_state(parameters, Optimizer::adam));
        const State after = trained(*backend, 4);
        const std::size_t end = fixed.biases + std::size_t(fixed.outputs);
        CHECK(std::equal(parameters.begin(), parameters.begin() + std::ptrdiff_t(end),
                         after.parameters.begin()));
        CHECK(after.parameters != parameters);
    }
}
