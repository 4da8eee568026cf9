// Tests that a branch measures the optimizer moments that its keyframe lacks, and that the learning
// rate warms up after moments restart within a run.
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/training/step_loop.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

struct Kind {
    std::string name;
    Config config;
    int channels = 1;
};

std::vector<Kind> kinds() {
    Config siren;
    siren.network.layers = {32, 32};
    siren.schedule.epochs = 1000;
    Config grid = siren;
    grid.network.encoding = Encoding::grid;
    grid.network.activation = Activation::relu;
    grid.schedule.lr_max = 1e-2;
    std::vector<Kind> kinds{{"siren", siren}, {"siren in colour", siren, 3}, {"grid", grid}};
    for (Config config : {siren, grid}) {
        config.data.batch = BatchMode::random;
        config.data.batch_size = 300;
        config.schedule.epochs = 250;
        kinds.push_back({"minibatches", config});
    }
    return kinds;
}

// Trains some steps. Returns the PSNR in dB of each step's batch, before the step.
std::vector<float> course(Trainer& trainer, int steps) {
    std::vector<float> psnr;
    for (int i = 0; i < steps; ++i) {
        trainer.advance(1);
        psnr.push_back(trainer.last().batch_psnr);
    }
    return psnr;
}

// These options do not depend on the machine.
constexpr BackendOptions kFixed{.kind = BackendKind::cpu,
                                .precision = Precision::fp32,
                                .instruction_set = InstructionSet::scalar,
                                .threads = 1};
constexpr int kWatched = 40;  // steps that are compared
constexpr float kEqual = 40;  // dB, from which differences are hardly visible

}  // namespace

TEST_CASE("the rate warms up where the moments began anew within a run, and nowhere else") {
    const OptimizerSpec adam;
    OptimizerSpec sgd;
    sgd.kind = Optimizer::sgd;
    for (const std::int64_t step : {0, 1, 500}) CHECK(moments_warmup(adam, 0, step) == 1);
    CHECK(moments_warmup(sgd, 500, 500) == 1);
    CHECK(moments_warmup(adam, 500, 500) == doctest::Approx(0.001));
    CHECK(moments_warmup(adam, 500, 1498) == doctest::Approx(0.999));
    CHECK(moments_warmup(adam, 500, 1499) == 1);
    CHECK(moments_warmup(adam, 500, 100'000) == 1);
    CHECK(moments_warmup(adam, 10, 10) == doctest::Approx(1.0 / 100));
    CHECK(moments_warmup(adam, 10, 109) == 1);

    State state;
    state.step = 70;
    state.optimizer_step = 70;
    CHECK(moments_since(state) == 0);
    state.optimizer_step = 20;
    CHECK(moments_since(state) == 50);
    state.optimizer_step = 90;  // more than the steps, as an edited file may say
    CHECK(moments_since(state) == 0);
}

TEST_CASE("continuing from any keyframe stays within 3 dB of the original course's worst") {
    for (const Kind& kind : kinds()) {
        CAPTURE(kind.name);
        const TemporaryFolder folder;
        Trainer original(
            start_run(folder / "run.redraw", waves(24, 18, kind.channels), "waves", kind.config),
            kFixed);
        for (const std::int64_t from : {10, 80, 200}) {
            CAPTURE(from);
            advance_to(original, from);
            const std::vector<float> was = course(original, kWatched);
            original.commit();
            Trainer branch(original.run().branch(folder / (std::to_string(from) + ".redraw"), from),
                           kFixed, original.shared_dataset());
            const std::vector<float> is = course(branch, kWatched);
            CHECK(is.front() == was.front());  // the branch starts with the same parameters
            const float worst = std::min(*std::min_element(was.begin(), was.end()), kEqual);
            CHECK(*std::min_element(is.begin(), is.end()) > worst - 3);
        }
    }
}

TEST_CASE("a branch ends as good as the run it came from, from whatever keyframe") {
    // The default configuration of a photograph, then a network of sines.
    const Image picture = dead_leaves(80, 60, 3, 2);
    Config photograph = choose_automatically(preset_config(kAutomaticPreset), picture).config;
    Config siren = kinds().front().config;
    siren.schedule.epochs = 400;
    for (const Config& config : {photograph, siren}) {
        CAPTURE(config.preset);
        const TemporaryFolder folder;
        Trainer original(start_run(folder / "run.redraw", picture, "leaves", config), {});
        advance_to(original, original.total_steps());
        original.commit();
        const auto quality = [](Trainer& trainer) { return trainer.measure().psnr; };
        for (const double part : {0.1, 0.5, 0.85}) {
            std::int64_t from = 0;
            for (const Keyframe& keyframe : original.keyframes())
                if (double(keyframe.step) <= part * double(original.total_steps()))
                    from = keyframe.step;
            CAPTURE(from);
            Trainer branch(original.run().branch(folder / (std::to_string(from) + ".redraw"), from),
                           {}, original.shared_dataset());
            advance_to(branch, branch.total_steps());
            CHECK(quality(branch) > quality(original) - 0.3);
        }
    }
}

TEST_CASE("the moments of a keyframe are measured without changing it, where there are none") {
    for (const Kind& kind : kinds()) {
        CAPTURE(kind.name);
        const TemporaryFolder folder;
        Trainer original(
            start_run(folder / "run.redraw", waves(24, 18, kind.channels), "waves", kind.config),
            kFixed);
        advance_to(original, 120);
        original.commit();
        const State end = original.backend().save();
        RunFile made = original.run().branch(folder / "branch.redraw", 80);
        const State before = made.state().value();
        CHECK(lacks_moments(before, kind.config.optimizer));
        CHECK(before.second_moment == end.second_moment);
        Trainer branch(std::move(made), kFixed);
        branch.need_moments();
        const State after = branch.backend().save();
        CHECK_FALSE(lacks_moments(after, kind.config.optimizer));
        CHECK(after.parameters == before.parameters);
        CHECK(after.step == 80);
        CHECK(moments_since(after) == 0);
        CHECK(branch.rate_share() == 1);
        branch.commit();
        CHECK(branch.run().state() == after);  // stored in the file, not measured again
        // The exact state of the latest step already has its moments.
        Trainer latest(original.run().branch(folder / "latest.redraw", 120), kFixed);
        CHECK(latest.backend().save() == end);
    }
    CHECK_FALSE(lacks_moments(fresh_state({1.0f}, Optimizer::sgd, 7), {.kind = Optimizer::sgd}));
    CHECK_FALSE(lacks_moments(fresh_state({1.0f}, Optimizer::adam, 0), {}));
}

TEST_CASE("stopped after it was branched, it goes on to the same bits on other threads") {
    const TemporaryFolder folder;
    Config config = kinds().back().config;
    Trainer original(start_run(folder / "run.redraw", waves(40, 30, 1), "waves", config), {});
    advance_to(original, 100);
    const auto branch = [&](const std::string& name, std::int64_t stop_every) {
        const auto path = folder / name;
        auto trainer = std::make_unique<Trainer>(original.run().branch(path, 50), BackendOptions{});
        for (int stops = 1; trainer->step() < 140; ++stops) {
            advance_to(*trainer, std::min<std::int64_t>(140, trainer->step() + stop_every));
            trainer->commit();
            trainer.reset();
            trainer = std::make_unique<Trainer>(RunFile::open(path),
                                                BackendOptions{.threads = 1 + stops % 3});
        }
        return trainer->backend().save();
    };
    const State whole = branch("whole.redraw", 140);
    CHECK(branch("often.redraw", 17) == whole);
    CHECK(branch("always.redraw", 1) == whole);
}

TEST_CASE("a branch learns at the schedule's rates at once") {
    const TemporaryFolder folder;
    Config config = kinds().front().config;
    Trainer original(start_run(folder / "run.redraw", waves(40, 30, 1), "waves", config), {});
    advance_to(original, 100);
    Trainer branch(original.run().branch(folder / "branch.redraw", 100), {});
    advance_to(branch, 120);
    CHECK(branch.metrics().back().learning_rate ==
          doctest::Approx(learning_rate(config.schedule, 119)));
}
