// Tests pictures of single neurons, and muted neurons in views and exports: the run stays as it is.
#include "engine/features/neurons/neuron_study.h"
#include "engine/features/neurons/neuron_sum.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <chrono>
#include <memory>
#include <set>
#include <thread>

using namespace redraw;
using namespace redraw_test;

namespace {

// A run of a few steps with keyframes, and a study of it.
struct ObservedNeurons {
    TemporaryFolder folder;
    Trainer trainer;
    NeuronStudy study;
    ViewRequest view;

    explicit ObservedNeurons(std::vector<int> layers = {6, 5})
        : trainer(begun_run(
              folder / "run.redraw",
              painted(24, 16, 1, [](int x, int y, int) { return y != 7 || x < 4 || x >= 12; }),
              small_config(std::move(layers), 60), 20)) {
        view.neurons.emplace();
    }
    void train(std::int64_t steps) { advance_to(trainer, trainer.step() + steps); }
    // Updates the study until it has nothing left to do; returns how many results it published.
    int settle() {
        int sets = 0;
        auto seen = study.newest();
        for (int i = 0; i < 10'000; ++i) {
            const bool more = study.update(trainer, view, nullptr);
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
            std::make_shared<NeuronForward>(trainer.config().network, 1, parameters), grid, only);
        while (!drawing.advance()) continue;
        return drawing.pictures()[picture];
    }
};

}  // namespace

TEST_CASE_FIXTURE(ObservedNeurons, "every layer of now, of a keyframe and of a region") {
    view.neurons.reset();
    CHECK(settle() == 0);
    CHECK(study.newest() == nullptr);
    view.neurons.emplace();
    settle();
    const auto now = study.newest();
    REQUIRE(now);
    CHECK(now->step == 20);
    CHECK_FALSE(now->chosen);
    CHECK(now->grid.width == NeuronStudy::kLongestSmall);
    CHECK(now->grid.height == 64);  // a 24 x 16 picture, enlarged to a width of 96
    REQUIRE(now->layers.size() == 2);
    CHECK(now->layers[1] == expected(now->grid, trainer.parameters(), {}, 1));
    view.at_step = 7;
    settle();
    const auto past = study.newest();
    CHECK(past->step == 7);
    CHECK(past->layers[0] == expected(now->grid, *trainer.parameters_at(7), {}, 0));
    view.at_step = 12'345;  // a step without a keyframe: the last pictures stay
    CHECK(settle() == 0);
    CHECK(study.newest() == past);
    view.region = Grid{-0.1, 0.0, 0.3, 0.1, 800, 200};
    view.at_step = 7;
    settle();
    CHECK(study.newest()->grid == Grid{-0.1, 0.0, 0.3, 0.1, 96, 24});
    view.at_step.reset();
    settle();
    CHECK(study.newest()->step == 20);
    CHECK(settle() == 0);  // nothing is left to draw
}

TEST_CASE_FIXTURE(ObservedNeurons, "neurons are ranked by loudness, at every moment and zoom") {
    const auto ranked = [&](const std::vector<float>& parameters) {
        return loudest_first(
            std::make_shared<NeuronForward>(trainer.config().network, 1, parameters),
            trainer.dataset().grid);
    };
    settle();
    CHECK(study.newest()->loudest == ranked(trainer.parameters()));
    // Muting a neuron of the last layer does not change the outputs of that layer, and so neither
    // rank nor pictures.
    view.edits.muted = {{1, study.newest()->loudest[0]}};
    CHECK(settle() == 0);
    view.region = Grid{-0.1, 0.0, 0.3, 0.1, 800, 200};
    view.at_step = 7;
    settle();
    CHECK(study.newest()->loudest == ranked(*trainer.parameters_at(7)));
    // Muting a neuron of the first layer changes the outputs of the last, and so their rank.
    view.edits.muted = {{0, 2}};
    settle();
    auto parameters = *trainer.parameters_at(7);
    apply(view.edits, trainer.config().network, 1, parameters);
    CHECK(study.newest()->loudest == ranked(parameters));
}

TEST_CASE_FIXTURE(ObservedNeurons, "the chosen one is drawn large, with what comes into it") {
    view.neurons->chosen = NeuronIndex{1, 4};
    settle();
    const auto one = study.newest();
    REQUIRE(one);
    CHECK(one->chosen == NeuronIndex{1, 4});
    CHECK(one->layers.empty());
    CHECK(one->large_grid.width == NeuronStudy::kLongestLarge);
    const auto parameters = trainer.parameters();
    CHECK(one->large == expected(one->large_grid, parameters, NeuronIndex{1, 4}));
    const NeuronForward forward(trainer.config().network, 1, parameters);
    CHECK(one->weights == forward.weights(1, 4));
    CHECK(one->bias == forward.bias(1, 4));
    view.neurons->chosen.reset();
    settle();
    CHECK(study.newest()->layers.size() == 2);
    // Ignores neurons that the network lacks, as in the frame after another run was opened.
    for (const NeuronIndex outside : {NeuronIndex{2, 0}, NeuronIndex{0, 6}, NeuronIndex{-1, 0}}) {
        view.neurons->chosen = outside;
        settle();
        CHECK_FALSE(study.newest()->chosen);
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
    CHECK(tiny.settle() == 1);  // coarse pictures have full size already
}

TEST_CASE_FIXTURE(ObservedNeurons, "while training a set is finished before the next") {
    ShareOfTime share(0.1);
    std::set<std::int64_t> steps;
    while (!trainer.finished() && steps.size() < 3) {
        train(1);
        for (int i = 0; i < 40 && steps.size() < 3; ++i) {
            CHECK_FALSE(study.update(trainer, view, &share));
            if (study.newest()) steps.insert(study.newest()->step);
            std::this_thread::sleep_for(std::chrono::milliseconds(4));
        }
    }
    CHECK(steps.size() == 3);
}

TEST_CASE("while it learns a coarse set is there at once, and a newer one soon, under any load") {
    ObservedNeurons bench({64, 64, 64});
    ShareOfTime never(1e-9);  // a share that is used up by the part below
    {
        const ShareOfTime::Part part(&never);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(never.due());
    bench.study.update(bench.trainer, bench.view, &never);
    REQUIRE(bench.study.newest());
    CHECK(bench.study.newest()->step == 20);
    bench.train(5);
    bench.study.update(bench.trainer, bench.view, &never);
    CHECK(bench.study.newest()->step == 20);  // not every step is drawn
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    bench.train(5);
    bench.study.update(bench.trainer, bench.view, &never);
    CHECK(bench.study.newest()->step == 30);
}

TEST_CASE_FIXTURE(SessionInFolder, "a muted neuron is missing from what is shown and exported") {
    const auto picture = folder / "disc.png", run = folder / "run.redraw";
    write_image(picture, disc());
    const Config config = small_config({16, 16}, 120);
    open(picture, config, run);
    until([&] { return status->phase == Phase::finished; });
    const auto shown = [&](const ViewRequest& view) {
        ask(view);
        rest();
        CHECK(frame->past == view.at_step.has_value());
        return frame->surface->on_host();
    };
    const auto state = reading(run).state()->parameters;
    const NetworkEdits edits{{{1, 3}, {1, 4}}, {{{0, 2}, 0, 4.0f}}};
    const Image learned = shown({}), then = shown({.at_step = 30});
    CHECK(shown({.edits = edits}) != learned);
    const Image touched = shown({.at_step = 30, .edits = edits});
    CHECK(touched != then);
    CHECK(shown({.at_step = 30}) == then);
    CHECK(shown({.at_step = 30, .edits = edits}) == touched);
    const auto exported = [&](const char* name, const NetworkEdits& of) {
        ExportSpec spec{.path = folder / name, .size = {40, 30}, .encoding = {}};
        ask(command::ExportPictures{{spec}, {}, of});
        rest();
        return load_picture(spec.path).image;
    };
    CHECK(exported("touched.png", edits) != exported("learned.png", {}));
    CHECK(shown({}) == learned);
    CHECK(reading(run).state()->parameters == state);
    // The drawing at step 30 equals that of a run that was trained for 30 steps.
    Trainer alone = begun_run(folder / "alone.redraw", load_picture(picture).image, config, 30);
    const Grid grid = alone.dataset().grid;
    CHECK(alone.backend().render(grid, whole(grid))->on_host() == then);
}
