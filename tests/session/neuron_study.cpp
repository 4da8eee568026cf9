#include "engine/drawing/neuron_forward.h"
#include "engine/studies/studies.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <set>
#include <thread>

using namespace redraw;

namespace {

// A run of a few steps with keyframes, and a study of it.
struct ObservedNeurons {
    TemporaryFolder folder;
    Config config;
    std::unique_ptr<Trainer> trainer;
    NeuronStudy study;
    ViewRequest view;

    explicit ObservedNeurons(std::vector<int> layers = {6, 5}) {
        config.network.layers = std::move(layers);
        config.schedule.epochs = 60;
        Image image = make_image(24, 16, 1, 1.0f);
        for (int x = 4; x < 12; ++x) image.row(7)[x] = 0.0f;
        trainer = std::make_unique<Trainer>(start_run(folder / "run.redraw", image, "line", config),
                                            BackendOptions{.threads = 1});
        train(20);
        view.neurons = true;
    }
    void train(std::int64_t steps) {
        for (const std::int64_t end = trainer->step() + steps; trainer->step() < end;)
            trainer->advance(end - trainer->step());
    }
    // Until nothing is left; how many sets were new.
    int settle() {
        int sets = 0;
        auto seen = study.newest();
        for (int i = 0; i < 10'000; ++i) {
            const bool more = study.update(*trainer, view, nullptr);
            if (study.newest() != seen) {
                seen = study.newest();
                ++sets;
            }
            if (!more) return sets;
        }
        FAIL("the study never ends");
        return sets;
    }
    Image expected(const Grid& grid, const std::vector<float>& parameters,
                   std::optional<NeuronIndex> only = {}, std::size_t picture = 0) {
        NeuronDrawing drawing(
            std::make_shared<NeuronForward>(trainer->config().network, 1, parameters), grid, only);
        while (!drawing.advance()) continue;
        return drawing.pictures()[picture];
    }
};

}  // namespace

TEST_CASE("nothing is drawn until it is asked for") {
    ObservedNeurons bench;
    bench.view.neurons = false;
    CHECK(bench.settle() == 0);
    CHECK(bench.study.newest() == nullptr);
}

TEST_CASE("every layer of now, of a keyframe and of a region") {
    ObservedNeurons bench;
    bench.settle();
    const auto now = bench.study.newest();
    REQUIRE(now);
    CHECK(now->step == 20);
    CHECK_FALSE(now->chosen);
    CHECK(now->grid.width == NeuronStudy::kLongestSmall);
    CHECK(now->grid.height == 64);  // 24 x 16
    REQUIRE(now->layers.size() == 2);
    CHECK(now->layers[1] == bench.expected(now->grid, bench.trainer->parameters(), {}, 1));

    bench.view.at_step = 7;
    bench.settle();
    const auto past = bench.study.newest();
    CHECK(past->step == 7);
    CHECK(past->layers[0] == bench.expected(now->grid, *bench.trainer->parameters_at(7), {}, 0));
    CHECK(past != now);

    bench.view.region = Grid{-0.1, 0.0, 0.3, 0.1, 800, 200};
    bench.settle();
    CHECK(bench.study.newest()->grid == Grid{-0.1, 0.0, 0.3, 0.1, 96, 24});
    bench.view.at_step.reset();
    bench.settle();
    CHECK(bench.study.newest()->step == 20);
    CHECK(bench.settle() == 0);  // and then it rests
}

TEST_CASE("the chosen one is drawn large, with what comes into it") {
    ObservedNeurons bench;
    bench.view.neuron = NeuronIndex{1, 4};
    bench.settle();
    const auto one = bench.study.newest();
    REQUIRE(one);
    CHECK(one->chosen == NeuronIndex{1, 4});
    CHECK(one->layers.empty());
    CHECK(one->large_grid.width == NeuronStudy::kLongestLarge);
    const auto parameters = bench.trainer->parameters();
    CHECK(one->large == bench.expected(one->large_grid, parameters, NeuronIndex{1, 4}));
    const NeuronForward forward(bench.trainer->config().network, 1, parameters);
    CHECK(one->weights == forward.weights(1, 4));
    CHECK(one->bias == forward.bias(1, 4));

    bench.view.neuron.reset();
    bench.settle();
    CHECK(bench.study.newest()->layers.size() == 2);
    // A layer the network does not have, as in the frame after another run was opened.
    for (const NeuronIndex outside : {NeuronIndex{2, 0}, NeuronIndex{0, 6}, NeuronIndex{-1, 0}}) {
        bench.view.neuron = outside;
        bench.settle();
        CHECK_FALSE(bench.study.newest()->chosen);
    }
}

TEST_CASE("coarse pictures come first, and large networks have smaller ones") {
    ObservedNeurons bench({120, 120, 120});
    CHECK(bench.settle() == 2);
    const Grid fine = bench.study.newest()->grid;
    ObservedNeurons large({256, 256, 256, 256, 256, 256, 256, 256});
    large.settle();
    CHECK(large.study.newest()->grid.width < fine.width);
    CHECK(large.study.newest()->grid.width >= 8);
    for (const Image& layer : large.study.newest()->layers)
        CHECK(layer.values.size() <= std::size_t(2e6));
    ObservedNeurons tiny({1});
    CHECK(tiny.settle() == 1);  // coarse is as fine as it gets
}

TEST_CASE("while training a set is finished before the next one is begun") {
    ObservedNeurons bench;
    ShareOfTime share(0.1);
    std::set<std::int64_t> steps;
    while (!bench.trainer->finished() && steps.size() < 3) {
        bench.train(1);
        for (int i = 0; i < 40 && steps.size() < 3; ++i) {
            CHECK_FALSE(bench.study.update(*bench.trainer, bench.view, &share));
            if (bench.study.newest()) steps.insert(bench.study.newest()->step);
            std::this_thread::sleep_for(std::chrono::milliseconds(4));
        }
    }
    CHECK(steps.size() == 3);
}

TEST_CASE("watching neurons changes no bit of the run") {
    ObservedNeurons plain, watched;
    plain.train(20);
    for (int i = 0; i < 20; ++i) {
        watched.train(1);
        watched.view.at_step = i % 2 ? std::optional<std::int64_t>(i) : std::nullopt;
        if (i % 3) watched.view.neuron = NeuronIndex{0, i % 6};
        watched.settle();
    }
    CHECK(plain.trainer->backend().save() == watched.trainer->backend().save());
}

TEST_CASE("a keyframe that is gone leaves the last pictures") {
    ObservedNeurons bench;
    bench.settle();
    const auto before = bench.study.newest();
    bench.view.at_step = 12'345;  // thinned out meanwhile
    CHECK(bench.settle() == 0);
    CHECK(bench.study.newest() == before);
}

TEST_CASE("while it learns a coarse set is there at once, and a newer one soon, under any load") {
    ObservedNeurons bench({64, 64, 64});
    ShareOfTime never(1e-9);  // nothing is due any more
    {
        const ShareOfTime::Part part(&never);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(never.due());
    bench.study.update(*bench.trainer, bench.view, &never);
    REQUIRE(bench.study.newest());
    CHECK(bench.study.newest()->step == 20);
    bench.train(5);
    bench.study.update(*bench.trainer, bench.view, &never);
    CHECK(bench.study.newest()->step == 20);  // not at every step
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    bench.train(5);
    bench.study.update(*bench.trainer, bench.view, &never);
    CHECK(bench.study.newest()->step == 30);
}
