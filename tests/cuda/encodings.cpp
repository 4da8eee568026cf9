// Tests encoded coordinates on the emulated device: the choice of path, the sums of the tables'
// gradients, and training.
#include "cuda/cuda_backend.h"
#include "cuda/grid_tables.h"
#include "tests/support/exact_gradient.h"
#include "tests/support/fused_run.h"

using namespace redraw_test;

namespace {

constexpr Encoding kEncodings[] = {Encoding::fourier, Encoding::grid};
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

NetworkSpec encoded_network(Encoding encoding, Activation activation = Activation::tanh) {
    return encoded(network_of({20, 33}, activation), encoding);
}

std::unique_ptr<Backend> cuda_backend(const NetworkSpec& network, Precision precision,
                                      std::shared_ptr<const Dataset> dataset,
                                      const OptimizerSpec& optimizer = {}) {
    auto backend = std::make_unique<cuda::CudaBackend>(BackendOptions{BackendKind::cuda, precision},
                                                       network, optimizer, 3, std::move(dataset));
    backend->load(fresh_state(random_parameters(network, 3), optimizer.kind));
    return backend;
}

std::vector<StepResult> train(Backend& backend, std::vector<float> rates) {
    std::vector<StepResult> results(rates.size());
    backend.train(rates, results);
    return results;
}

// Trains from the same parameters on the CPU and with CUDA; compares losses and first moments.
void check_beside_cpu(const NetworkSpec& network, Precision precision,
                      const OptimizerSpec& optimizer, const std::shared_ptr<Dataset>& dataset,
                      std::size_t steps) {
    const std::vector<float> rates(steps, optimizer.kind == Optimizer::adam ? 2e-3f : 1e-2f);
    const auto cpu = backend_of(InstructionSet::scalar, network, optimizer, 3, dataset);
    cpu->load(fresh_state(random_parameters(network, 3), optimizer.kind));
    const auto gpu = cuda_backend(network, precision, dataset, optimizer);
    const auto wanted = train(*cpu, rates), results = train(*gpu, rates);
    for (std::size_t i = 0; i < steps; ++i)
        CHECK(results[i].loss == doctest::Approx(wanted[i].loss).epsilon(1e-3));
    const std::vector<float> moment = cpu->save().first_moment;
    CHECK(relative_error(gpu->save().first_moment,
                         std::vector<double>(moment.begin(), moment.end())) <
          (precision == Precision::fp32 ? 1e-3 : 5e-2));
}

// Returns the sum in one table entry that gets all of each pixel's weight.
float sum_of(const std::vector<float>& gradients, int batch_pixels) {
    cuda::TableSum sums[4] = {};
    const cuda::GridPoint point{{0, 1, 2, 3}, {1, 0, 0, 0}};
    for (const float gradient : gradients)
        cuda::add_gradient_by_feature(cuda::table_sums(sums, batch_pixels), point, 0, gradient);
    const float sum = cuda::take_gradient(sums[0]);
    CHECK(sums[0] == 0);  // cleared for the next step
    return sum;
}

}  // namespace

TEST_CASE("the sums of the tables' gradients have no order, and are as close as fp32") {
    for (const float size : {1e-10f, 1e-6f, 1e-3f}) {
        std::vector<float> gradients;
        double exact = 0;
        for (int i = 0; i < 1 << 16; ++i) {
            gradients.push_back(size * (random_unit(3, 1, i) - 0.4f));
            exact += gradients.back();
        }
        const float sum = sum_of(gradients, 1 << 16);
        CHECK(sum == doctest::Approx(exact).epsilon(1e-6));
        std::reverse(gradients.begin(), gradients.end());
        CHECK(sum_of(gradients, 1 << 16) == sum);
    }
}

TEST_CASE("no gradient overflows the tables' sums, and what is not a number adds nothing") {
    constexpr int kPixels = 1 << 20;
    for (const float sign : {1.0f, -1.0f})
        for (const float size : {1024.0f / kPixels, 1.0f, 1e30f, kInfinity})
            CHECK(sum_of(std::vector<float>(kPixels, sign * size), kPixels) == sign * 1024);
    CHECK(sum_of({kNaN, 0.25f, kNaN}, 3) == 0.25f);
    CHECK(sum_of({kInfinity, -kInfinity, 0.25f}, 3) == 0.25f);
}

TEST_CASE("what the fused kernels do not take goes the other way") {
    const auto description = [](const NetworkSpec& network, Precision precision) {
        return cuda_backend(network, precision, nullptr)->description();
    };
    NetworkSpec network = encoded_network(Encoding::fourier);
    network.fourier.count = 64;
    CHECK(description(network, Precision::automatic).ends_with("fused bf16x3"));
    CHECK(description(network, Precision::fp32).ends_with("cuBLAS fp32"));
    network.fourier.count = 65;
    CHECK(description(network, Precision::automatic).ends_with("cuBLAS fp32"));
    CHECK(description(network, Precision::bf16).ends_with("cuBLAS bf16"));
    network.encoding = Encoding::grid;
    network.grid.levels = kMostGridLevels;
    network.grid.features = kMostGridFeatures;
    CHECK(description(network, Precision::automatic).ends_with("fused bf16x3"));
    network.layers = {129};
    CHECK(description(network, Precision::automatic).ends_with("cuBLAS fp32"));
}

TEST_CASE("gradients of every number of features, in many tiles and blocks") {
    const EmulatedDevice device(2);
    const auto dataset = noise_picture(37, 29, 3);
    for (const int features : {1, 3, 4})
        for (const int levels : {1, 5, kMostGridLevels}) {
            CAPTURE(features);
            CAPTURE(levels);
            NetworkSpec network = encoded_network(Encoding::grid);
            network.grid.features = features;
            network.grid.levels = levels;
            const auto before = random_parameters(network, 3);
            FusedRun run(network, plain_descent(Loss::mse), Precision::bf16x3, dataset, before);
            const StepResult result = run.train(0, {1.0f})[0];
            const ExactStep exact = exact_step(network, {before.begin(), before.end()}, Loss::mse,
                                               *dataset, pixels_of_step(*dataset, 0));
            CHECK(result.loss == doctest::Approx(exact.loss).epsilon(4e-5));
            const std::vector<float> gradient = run.first_moment();
            const std::size_t tables = grid_parameters(network);
            CHECK(relative_error(gradient, exact.gradient, 0, tables) < 1e-2);
            CHECK(relative_error(gradient, exact.gradient, tables, gradient.size()) < 1e-2);
        }
}

TEST_CASE("a graph is replayed, and the forward pass draws what drawings show") {
    const EmulatedDevice device(2);
    const std::vector<float> rates{3e-3f, 2e-3f, 1e-3f};
    for (const Encoding encoding : kEncodings)
        for (const Precision precision : {Precision::bf16x3, Precision::bf16}) {
            CAPTURE(name_of(encoding));
            const NetworkSpec network = encoded_network(encoding, Activation::gelu);
            const auto dataset = noise_picture(29, 13, 3);
            const auto parameters = random_parameters(network, 3);
            FusedRun run(network, {}, precision, dataset, parameters);
            run.train(0, {rates[0]});
            CHECK(run.draw(dataset->grid, whole(dataset->grid), parameters) ==
                  run.forward_values());
            run.train(1, {rates[1], rates[2]});
            FusedRun replayed(network, {}, precision, dataset, parameters);
            replayed.replay(rates, 3);
            CHECK(replayed.parameters() == run.parameters());
            CHECK(replayed.second_moment() == run.second_moment());
        }
}

TEST_CASE("pixels that go through in two chunks are one batch") {
    NetworkSpec network = encoded_network(Encoding::grid);
    network.layers = {6};
    check_beside_cpu(network, Precision::fp32, plain_descent(Loss::mse), noise_picture(93, 91, 3),
                     2);
}

TEST_CASE("a run that diverged shows it, and leaves the tables numbers") {
    const auto dataset = noise_picture(9, 9, 3);
    const NetworkSpec network = encoded_network(Encoding::grid, Activation::relu);
    State state = fresh_state(random_parameters(network, 3), Optimizer::adam);
    state.parameters[layer_shapes(network, 3)[1].weights] = kNaN;
    for (const Precision precision : {Precision::fp32, Precision::bf16x3}) {
        const auto backend = cuda_backend(network, precision, dataset);
        backend->load(state);
        CHECK(std::isnan(train(*backend, {1e-3f})[0].loss));
        const State after = backend->save();
        for (std::size_t i = 0; i < grid_parameters(network); ++i)
            REQUIRE(std::isfinite(after.parameters[i]));
    }
}
