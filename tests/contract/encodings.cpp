// Fourier features and grids in front of a network, through the contract.
#include "tests/support/checked_gradient.h"

using namespace redraw_test;

namespace {

constexpr Encoding kEncodings[] = {Encoding::fourier, Encoding::grid};

std::vector<float> rates(int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i) all.push_back(1e-2f / float(1 + i));
    return all;
}

State trained(Backend& backend, int steps) {
    std::vector<StepResult> results(static_cast<std::size_t>(steps));
    backend.train(rates(steps), results);
    return backend.save();
}

}  // namespace

TEST_CASE("gradients") {
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : {Encoding::fourier, Encoding::grid})
            for (const Activation activation : {Activation::gelu, Activation::sine})
                for (const BatchMode mode : {BatchMode::full, BatchMode::random}) {
                    CAPTURE(tested.name);
                    CAPTURE(name_of(encoding));
                    CAPTURE(name_of(activation));
                    CAPTURE(name_of(mode));
                    const auto dataset = noise_picture(13, 9, 3);
                    dataset->batch = mode;
                    dataset->batch_size = mode == BatchMode::random ? 40 : 0;
                    NetworkSpec network = encoded(network_of({18, 35}, activation), encoding);
                    check_gradient(tested, network, Loss::mse, dataset, 3);
                    network.grid.levels = 9;  // more features than a panel holds
                    network.layers = {7};
                    check_gradient(tested, network, Loss::mse, dataset);
                    network.grid.features = 4;  // and than a block of 32
                    network.layers = {70, 9};
                    check_gradient(tested, network, Loss::mse, dataset);
                }
}

TEST_CASE("a drawing is the definition at every pixel centre, to its edge") {
    const Grid grid = picture_grid(19, 14);
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : kEncodings) {
            CAPTURE(tested.name);
            CAPTURE(name_of(encoding));
            const NetworkSpec network = encoded(network_of({23, 40}, Activation::sine), encoding);
            const auto parameters = random_parameters(network, 3);
            const std::vector<double> exact(parameters.begin(), parameters.end());
            const auto backend = make(tested, network, {}, 3, nullptr);
            backend->load(fresh_state(parameters, Optimizer::adam));
            const Image image = backend->render(grid, whole(grid), {})->on_host();
            for (int row = 0; row < grid.height; ++row)
                for (int column = 0; column < grid.width; ++column) {
                    const auto y = evaluate(network, exact, 3, grid.x(column), grid.y(row));
                    for (int c = 0; c < 3; ++c)
                        CHECK(image.row(row)[column * 3 + c] ==
                              doctest::Approx(drawn(OutputMap::linear, y[c]))
                                  .epsilon(tolerance_of(*backend).value));
                }
            const PixelRect part{5, 3, 11, 7};
            const Image tile = backend->render(grid, part, {})->on_host();
            for (int y = 0; y < part.height; ++y)
                for (int i = 0; i < part.width * 3; ++i)
                    REQUIRE(tile.row(y)[i] == image.row(part.y + y)[part.x * 3 + i]);
            CHECK(backend->render(grid, whole(grid), parameters)->on_host() == image);
        }
}

TEST_CASE("neither bursts, a stop nor the number of threads change a bit") {
    for (const TestedBackend& tested : tested_backends())
        for (const Encoding encoding : kEncodings)
            for (const OptimizerSpec& optimizer :
                 {OptimizerSpec{}, OptimizerSpec{.tables = TableUpdates::touched},
                  OptimizerSpec{.kind = Optimizer::sgd, .momentum = 0.9}}) {
                const Optimizer kind = optimizer.kind;
                CAPTURE(tested.name);
                CAPTURE(name_of(encoding));
                CAPTURE(name_of(optimizer.tables));
                const NetworkSpec network =
                    encoded(network_of({20, 9}, Activation::relu), encoding);
                const auto dataset = noise_picture(31, 22, 3);
                dataset->batch = BatchMode::rows;
                dataset->batch_size = 17;
                const State fresh = fresh_state(random_parameters(network, 3), kind, 2);
                const auto loaded = [&](const State& state, int threads) {
                    TestedBackend other = tested;
                    other.options.threads = threads;
                    auto backend = make(other, network, optimizer, 3, dataset);
                    backend->load(state);
                    return backend;
                };
                const auto one = loaded(fresh, 1);
                trained(*one, 3);
                const State middle = one->save();
                CHECK(loaded(middle, 1)->save() == middle);
                const State end = trained(*one, 5);
                CHECK(trained(*loaded(middle, 3), 5) == end);
                CHECK(end.parameters != middle.parameters);
            }
}

TEST_CASE("of tables what a batch does not touch stays, and every backend does the rest alike") {
    NetworkSpec network = encoded(network_of({20, 9}, Activation::relu), Encoding::grid);
    network.grid.features = 3;  // an entry lies in two lines of the cache
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
        const auto backend = make(tested, network, optimizer, 3, dataset);
        backend->load(fresh_state(parameters, Optimizer::adam));
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
        bool same = true;
        for (std::size_t i = 0; i < fixed.biases + std::size_t(fixed.outputs); ++i)
            same = same && after.parameters[i] == parameters[i];
        CHECK(same);
        CHECK(after.parameters != parameters);
    }
}
