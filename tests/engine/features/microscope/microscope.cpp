// Compares the microscope's values with the reference backend, with finite differences, and with
// the step that the reference takes next.
#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"
#include "engine/network/schedule.h"
#include "tests/support/cpu_backends.h"

using namespace redraw;
using namespace redraw_test;

namespace {

struct Case {
    Config config;
    std::shared_ptr<Dataset> dataset;
    State state;

    Case(NetworkSpec network, int channels, int width = 9, int height = 7) {
        config.network = std::move(network);
        config.network.grid.width = width;
        config.network.grid.height = height;
        config.schedule.lr_max = 3e-3;
        config.schedule.warmup_epochs = 4;
        dataset = noise_picture(width, height, channels);
        state = fresh_state(random_parameters(config.network, channels), Optimizer::adam);
    }
    int channels() const { return dataset->target.channels; }
    Microscope story(const MicroscopeView& view) const {
        return microscope_of(config, dataset, state, true, view);
    }
    std::unique_ptr<Backend> reference() const {
        auto backend = backend_of(InstructionSet::scalar, config.network, config.optimizer,
                                  channels(), dataset, 1);
        backend->load(state);
        return backend;
    }
    // Returns the loss of the middle pixel in doubles, with one parameter moved.
    double loss(const Microscope& story, std::size_t moved, double by) const {
        std::vector<double> parameters(state.parameters.begin(), state.parameters.end());
        parameters[moved] += by;
        const auto y = evaluate(config.network, parameters, channels(), story.x, story.y);
        double sum = 0;
        for (std::size_t c = 0; c < y.size(); ++c)
            sum += loss_of(config.network.output, config.optimizer.loss, y[c], story.target[c]) /
                   double(y.size());
        return sum;
    }
    double slope(const Microscope& story, std::size_t parameter) const {
        constexpr double kBy = 1e-6;
        return (loss(story, parameter, kBy) - loss(story, parameter, -kBy)) / (2 * kBy);
    }
    // Every unit of the network and the features in front of it.
    std::vector<NeuronIndex> units() const {
        std::vector<NeuronIndex> all;
        const Microscope any = story({});
        for (int k = 0; k < int(any.inputs.size()); ++k) all.push_back({-1, k});
        for (int l = 0; l < int(any.layers.size()); ++l)
            for (int j = 0; j < int(any.layers[std::size_t(l)].sums.size()); ++j)
                all.push_back({l, j});
        return all;
    }
};

constexpr Encoding kEncodings[] = {Encoding::none, Encoding::fourier, Encoding::grid};

template <class Check>
void for_every_network(const Check& check) {
    int channels = 0;
    for (const Activation activation : kActivations)
        for (const Encoding encoding : kEncodings)
            for (const OutputMap map : {OutputMap::linear, OutputMap::sigmoid}) {
                channels = channels == 4 ? 1 : channels == 1 ? 3 : channels + 1;
                NetworkSpec network = network_of({8, 7}, activation, map);
                if (encoding != Encoding::none) network = encoded(network, encoding);
                CAPTURE(name_of(activation));
                CAPTURE(name_of(encoding));
                check(Case(network, channels));
            }
}

// Trains five steps; compares each with the change predicted for one parameter of every unit.
void check_updates(Case bench) {
    const auto rate = [&] {
        return float(
            learning_rate(bench.config.schedule,
                          double(bench.state.step) / double(bench.dataset->steps_per_epoch())));
    };
    if (bench.config.optimizer.kind == Optimizer::sgd)
        bench.state = fresh_state(bench.state.parameters, Optimizer::sgd);
    for (int step = 0; step < 5; ++step) {
        const auto backend = bench.reference();
        train_at(*backend, {rate()});
        const State after = backend->save();
        for (const NeuronIndex unit : bench.units()) {
            const Microscope story = bench.story({4, 3, unit, 1});
            if (!story.update) continue;
            const MicroscopeUpdate& update = *story.update;
            const std::size_t at = *update.link.parameter;
            REQUIRE(update.gradient);
            CHECK(update.rate == rate());
            CHECK(update.before == bench.state.parameters[at]);
            const double change = std::abs(double(after.parameters[at]) - update.before);
            CHECK(std::abs(double(update.after) - after.parameters[at]) <=
                  1e-7 * std::abs(update.before) + 2e-3 * change);
            CHECK(update.first == doctest::Approx(after.first_moment[at]).epsilon(2e-3));
            if (!after.second_moment.empty())
                CHECK(update.second == doctest::Approx(after.second_moment[at]).epsilon(4e-3));
        }
        bench.state = after;
    }
}

}  // namespace

TEST_CASE("what is drawn has the bits of the reference, for all activations and encodings") {
    for_every_network([](const Case& bench) {
        const Grid& grid = bench.dataset->grid;
        const Image image = bench.reference()->render(grid, whole(grid))->on_host();
        for (int row = 0; row < grid.height; ++row)
            for (int column = 0; column < grid.width; ++column) {
                const Microscope story = bench.story({column, row});
                const float* pixel = image.row(row) + column * image.channels;
                CHECK(story.layers.back().values ==
                      std::vector<float>(pixel, pixel + image.channels));
            }
    });
}

TEST_CASE("gradients are those of finite differences") {
    for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce})
        for_every_network([&](Case bench) {
            if (loss == Loss::bce && bench.config.network.output != OutputMap::sigmoid) return;
            bench.config.optimizer.loss = loss;
            for (const NeuronIndex unit : bench.units()) {
                const Microscope story = bench.story({4, 3, unit});
                if (unit.layer >= 0) {  // the loss has one slope in the sum and its bias
                    const auto shapes = layer_shapes(bench.config.network, bench.channels());
                    const std::size_t first = shapes.size() - story.layers.size();
                    const LayerShape& shape = shapes[first + std::size_t(unit.layer)];
                    const double slope =
                        bench.slope(story, shape.biases + std::size_t(unit.neuron));
                    CHECK(story.unit.gradient == doctest::Approx(slope).epsilon(2e-3));
                    CHECK(
                        story.unit.gradient ==
                        story.layers[std::size_t(unit.layer)].gradients[std::size_t(unit.neuron)]);
                }
                if (!story.update) continue;
                const double slope = bench.slope(story, *story.update->link.parameter);
                CHECK(story.update->pixel_gradient == doctest::Approx(slope).epsilon(2e-3));
            }
        });
}

TEST_CASE("the ways in add up, the strongest first, and lead back to units") {
    for_every_network([](const Case& bench) {
        for (const NeuronIndex index : bench.units()) {
            const MicroscopeUnit unit = bench.story({4, 3, index}).unit;
            CHECK(unit.index == index);
            if (unit.strongest.empty()) continue;
            CHECK(unit.strongest.size() == std::size_t(std::min(6, unit.inputs)));
            double sum = unit.bias + unit.rest;
            for (std::size_t i = 0; i < unit.strongest.size(); ++i) {
                sum += unit.strongest[i].product();
                if (i > 0)
                    CHECK(std::abs(unit.strongest[i].product()) <=
                          std::abs(unit.strongest[i - 1].product()));
            }
            CHECK(unit.sum == doctest::Approx(sum).epsilon(1e-4));
        }
    });
}

TEST_CASE("the weight after is that of the reference's next step") {
    Case bench(network_of({8, 7}, Activation::sine), 1, 12, 10);
    SUBCASE("Adam") {}
    SUBCASE("momentum") {
        bench.config.optimizer.kind = Optimizer::sgd;
        bench.config.optimizer.momentum = 0.9;
    }
    SUBCASE("random batches of three channels") {
        bench = Case(network_of({8}, Activation::gelu, OutputMap::sigmoid), 3, 12, 10);
        bench.config.optimizer.loss = Loss::bce;
        bench.dataset->batch = BatchMode::random;
        bench.dataset->batch_size = 37;
    }
    SUBCASE("rows") {
        bench.dataset->batch = BatchMode::rows;
        bench.dataset->batch_size = 3;
    }
    SUBCASE("stratified batches after Fourier features") {
        bench = Case(encoded(network_of({8}, Activation::relu), Encoding::fourier), 1, 12, 10);
        bench.dataset->batch = BatchMode::stratified;
        bench.dataset->batch_size = 20;
    }
    SUBCASE("area pixels") {
        bench = Case(network_of({8, 7}, Activation::tanh), 3, 12, 10);
        bench.config.network.pixel = bench.dataset->pixel = PixelModel::area;
    }
    SUBCASE("a grid") {
        bench = Case(encoded(network_of({8}, Activation::sigmoid), Encoding::grid), 1, 20, 7);
    }
    SUBCASE("a grid whose touched entries are updated") {
        bench = Case(encoded(network_of({8}, Activation::relu), Encoding::grid), 1, 20, 7);
        bench.config.optimizer.tables = TableUpdates::touched;
    }
    check_updates(bench);
}

TEST_CASE("pixels, units and inputs that are not there, and numbers that are none") {
    Case bench(network_of({8, 7}, Activation::sine), 1);
    for (const auto& [column, row] : {std::pair{-5, 3}, {9, 3}, {2, -1}, {1 << 30, 1 << 30}}) {
        const Microscope story = bench.story({column, row});
        CHECK(story.column == std::clamp(column, 0, 8));
        CHECK(story.row == std::clamp(row, 0, 6));
    }
    const Microscope loudest = bench.story({});
    CHECK(loudest.unit.index.layer == 1);
    for (const NeuronIndex unit : {NeuronIndex{-2, 0}, {0, 8}, {1, -1}, {2, 1}, {3, 0}, {-1, 2}})
        CHECK(bench.story({0, 0, unit}).unit.index == loudest.unit.index);
    for (const int input : {-1, 8, 1 << 30})
        CHECK(bench.story({0, 0, NeuronIndex{1, 2}, input}).update->link.input ==
              bench.story({0, 0, NeuronIndex{1, 2}}).update->link.input);
    CHECK_FALSE(bench.story({0, 0, NeuronIndex{-1, 0}}).update);  // coordinates have no parameters
    std::ranges::fill(bench.state.parameters, NAN);
    CHECK(std::isnan(bench.story({0, 0, NeuronIndex{1, 2}}).loss));
}

TEST_CASE("a batch that takes long is left out, and said to be") {
    const Case bench(network_of({256, 256, 256}, Activation::relu), 1, 60, 40);
    const auto update = bench.story({}).update;
    REQUIRE(update);
    CHECK_FALSE(update->gradient);
    CHECK(update->after == update->before);
    CHECK(update->pixels == 60 * 40);
}
