// Tests area pixels on every backend: a pixel's value is the mean of two samples, and the loss
// includes the total variation between them. The first steps of stratified batches see its centre
// only. The loss is calculated here again in doubles, and
// gradients are compared with its finite differences.
#include "engine/drawing/drawing.h"
#include "tests/support/tested_backends.h"

#include <algorithm>

using namespace redraw_test;

namespace {

struct Case {
    Encoding encoding;
    OutputMap output;
    Loss loss;
    BatchMode batch;
    int channels;
};
constexpr Case kCases[] = {
    {Encoding::none, OutputMap::linear, Loss::mse, BatchMode::full, 3},
    {Encoding::none, OutputMap::sigmoid, Loss::mse, BatchMode::random, 1},
    {Encoding::grid, OutputMap::linear, Loss::mse, BatchMode::random, 3},
    {Encoding::grid, OutputMap::sigmoid, Loss::l1, BatchMode::rows, 4},
    {Encoding::fourier, OutputMap::linear, Loss::l1, BatchMode::full, 1},
    {Encoding::grid, OutputMap::linear, Loss::mse, BatchMode::stratified, 3},
    {Encoding::none, OutputMap::sigmoid, Loss::l1, BatchMode::stratified, 1},
};
constexpr double kTotalVariation = 0.05;

NetworkSpec area_network(const Case& of, std::vector<int> layers = {7, 5}) {
    NetworkSpec network = network_of(std::move(layers), Activation::tanh);
    if (of.encoding != Encoding::none) network = encoded(network, of.encoding);
    network.output = of.output;
    network.pixel = PixelModel::area;
    return network;
}

std::shared_ptr<Dataset> area_picture(const Case& of) {
    auto dataset = noise_picture(13, 7, of.channels);
    dataset->pixel = PixelModel::area;
    dataset->batch = of.batch;
    dataset->batch_size = of.batch == BatchMode::full ? 0 : of.batch == BatchMode::rows ? 3 : 19;
    return dataset;
}

OptimizerSpec with_variation(OptimizerSpec optimizer) {
    optimizer.total_variation = kTotalVariation;
    return optimizer;
}

// Returns the channel values drawn at sample `sample` of a step's batch (two samples a pixel).
std::vector<double> value_at(const Case& of, const NetworkSpec& network,
                             const std::vector<double>& parameters, const Dataset& dataset,
                             std::int64_t step, std::uint32_t sample) {
    const Sampling sampling = sampling_of(dataset, step);
    const std::uint32_t pixel = sample_index(sampling, step, sample);
    const SampleOffset offset = sample_offset(sampling, step, sample);
    const Grid& grid = dataset.grid;
    const double x =
        grid.x(int(pixel) % grid.width) + offset.x * (grid.right - grid.left) / grid.width;
    const double y =
        grid.y(int(pixel) / grid.width) + offset.y * (grid.bottom - grid.top) / grid.height;
    auto outputs = evaluate(network, parameters, of.channels, x, y);
    std::vector<double> values;
    for (int c = 0; c < of.channels; ++c) values.push_back(drawn(of.output, outputs[c]));
    return values;
}

struct Losses {
    double loss = 0, squared_error = 0;
};
Losses exact_losses(const Case& of, const NetworkSpec& network,
                    const std::vector<double>& parameters, const Dataset& dataset,
                    std::int64_t step) {
    Losses losses;
    const Sampling sampling = sampling_of(dataset, step);
    for (std::uint32_t p = 0; p < std::uint32_t(dataset.batch_pixels()); ++p) {
        const std::uint32_t first = sampling.samples * p, last = first + sampling.samples - 1;
        const auto one = value_at(of, network, parameters, dataset, step, first);
        const auto other = value_at(of, network, parameters, dataset, step, last);
        const std::uint32_t pixel = sample_index(sampling, step, first);
        CHECK(pixel == sample_index(sampling, step, last));
        for (int c = 0; c < of.channels; ++c) {
            const double target =
                dataset.target
                    .values[std::size_t(pixel) * std::size_t(of.channels) + std::size_t(c)];
            const double error = (one[c] + other[c]) / 2 - target, apart = one[c] - other[c];
            losses.squared_error += error * error;
            losses.loss += (of.loss == Loss::mse ? error * error : std::abs(error)) +
                           kTotalVariation * (std::sqrt(apart * apart + 9e-6) - 0.003);
        }
    }
    const double values = double(dataset.batch_pixels()) * of.channels;
    return {losses.loss / values, losses.squared_error / values};
}

// Checks loss and gradient of step number `step`.
void check_step(const Case& of, std::int64_t step) {
    const NetworkSpec network = area_network(of);
    const auto dataset = area_picture(of);
    const auto parameters = random_parameters(network, of.channels);
    const std::vector<double> exact(parameters.begin(), parameters.end());
    const Losses wanted = exact_losses(of, network, exact, *dataset, step);
    std::vector<double> gradient(exact.size());
    for (std::size_t i = 0; i < exact.size(); ++i)
        for (const double reach : {1e-5, -1e-5}) {
            auto moved = exact;
            moved[i] += reach;
            gradient[i] += exact_losses(of, network, moved, *dataset, step).loss / (2 * reach);
        }
    if (of.encoding == Encoding::fourier) {  // Fourier frequencies are not trained
        const LayerShape fixed = layer_shapes(network, of.channels).front();
        std::fill_n(gradient.begin(), fixed.biases + std::size_t(fixed.outputs), 0.0);
    }
    for (const TestedBackend& tested : tested_backends()) {
        INFO(tested.name << ' ' << name_of(of.encoding) << ' ' << name_of(of.loss) << ' ' << step);
        const auto backend =
            loaded(tested, network, with_variation(plain_descent(of.loss)), of.channels, dataset,
                   fresh_state(parameters, Optimizer::sgd, step));
        CHECK(backend->samples_across() == 2);
        const StepResult result = train_at(*backend, {1.0f}).front();
        const Tolerance tolerance = tolerance_of(*backend);
        CHECK(result.loss == doctest::Approx(wanted.loss).epsilon(5 * tolerance.value));
        CHECK(result.squared_error ==
              doctest::Approx(wanted.squared_error).epsilon(5 * tolerance.value));
        CHECK(relative_error(backend->save().first_moment, gradient) <
              std::max(5 * tolerance.gradient, 1e-4));  // 1e-4: the error of finite differences
    }
}

}  // namespace

TEST_CASE("loss and gradient are those of the mean over the area, or of its centre") {
    for (const Case& of : kCases) {
        const auto dataset = area_picture(of);
        const std::int64_t single = dataset->single_steps();
        CHECK((single > 0) == (of.batch == BatchMode::stratified));
        CHECK(dataset->samples_at(single) == 2);
        check_step(of, single + 6);
        if (single == 0) continue;
        CHECK(dataset->samples_at(single - 1) == 1);
        check_step(of, single - 1);
    }
}

TEST_CASE("neither bursts, a stop nor the number of threads change a bit") {
    for (const TestedBackend& tested : tested_backends())
        for (const Case& of : kCases) {
            INFO(tested.name << ' ' << name_of(of.encoding));
            const NetworkSpec network = area_network(of, {20, 9});
            OptimizerSpec optimizer = with_variation({});
            optimizer.loss = of.loss;
            const auto dataset = area_picture(of);
            // Stratified batches change the samples per pixel after five of the eight steps.
            const std::int64_t start = std::max<std::int64_t>(0, dataset->single_steps() - 5);
            check_same_bits(tested, network, optimizer, of.channels, dataset,
                            random_state(network, of.channels, Optimizer::adam, start));
        }
}

TEST_CASE("a full batch has drawn the pixels' means") {
    const Case of{Encoding::grid, OutputMap::linear, Loss::mse, BatchMode::full, 3};
    const NetworkSpec network = area_network(of);
    const auto dataset = area_picture(of);
    const State start = random_state(network, of.channels, Optimizer::adam, 3);
    const std::vector<double> exact(start.parameters.begin(), start.parameters.end());
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend = loaded(tested, network, {}, of.channels, dataset, start);
        train_at(*backend, {1e-3f});
        const auto surface = backend->last_forward();
        REQUIRE(surface);
        const Image& image = surface->on_host();
        REQUIRE(image.values.size() == dataset->target.values.size());
        for (std::uint32_t p = 0; p < dataset->target.pixel_count(); ++p) {
            const auto one = value_at(of, network, exact, *dataset, 3, 2 * p);
            const auto other = value_at(of, network, exact, *dataset, 3, 2 * p + 1);
            for (std::size_t c = 0; c < 3; ++c)
                CHECK(image.values[3 * p + c] == doctest::Approx((one[c] + other[c]) / 2)
                                                     .epsilon(3 * tolerance_of(*backend).value));
        }
    }
}

TEST_CASE("a drawing at the size that was learned is of means, a larger one of points") {
    const NetworkSpec network = area_network(kCases[2]);
    const auto backend =
        loaded(tested_backends().front(), network, {}, 3, nullptr, random_state(network, 3));
    const Grid picture = picture_grid(13, 7);
    const auto samples = [&](int width, int height) {
        return samples_per_pixel(*backend, picture, resized(picture, width, height));
    };
    CHECK(samples(13, 7) == PixelSize{2, 2});
    CHECK(samples(26, 14) == PixelSize{2, 2});
    CHECK(samples(52, 27) == PixelSize{1, 2});
    CHECK(samples(53, 28) == PixelSize{1, 1});
    CHECK(samples(6, 3) == PixelSize{5, 5});
    const Image drawn = draw_rows(*backend, picture, {13, 7}, 0, 7, {});
    const Grid finer = resized(picture, 26, 14);
    const Image points = backend->render(finer, whole(finer))->on_host();
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 13 * 3; ++x) {
            float sum = 0;
            for (int j = 0; j < 2; ++j)
                for (int i = 0; i < 2; ++i)
                    sum += std::clamp(points.row(2 * y + j)[(x / 3 * 2 + i) * 3 + x % 3], 0.f, 1.f);
            CHECK(drawn.row(y)[x] == doctest::Approx(sum / 4).epsilon(1e-5));
        }
    CHECK(draw_to_show(*backend, picture, picture, {})->on_host() == drawn);
    // A quarter of the picture, four times magnified, is drawn from one sample a pixel.
    const Grid quarter{-1, picture.top, 0, 0, 26, 14};
    CHECK(draw_to_show(*backend, picture, quarter, {})->on_host() ==
          backend->render(quarter, whole(quarter))->on_host());
}
