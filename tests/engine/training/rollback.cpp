// Tests rollback: a run whose loss is not finite goes back, the same way wherever it was stopped.
#include "engine/text/numbers.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/doctor_runs.h"
#include "tests/support/threadless_session.h"

#include <algorithm>
#include <tuple>

using namespace redraw;
using namespace doctor_runs;

namespace {

Config too_fast(double rate) {
    Config config;
    config.network.layers = {24, 24};
    config.network.activation = Activation::relu;
    config.optimizer.kind = Optimizer::sgd;
    config.optimizer.momentum = 0.9;
    config.schedule = {.lr_max = rate, .epochs = 150, .warmup_epochs = 60};
    return config;
}

std::vector<Event> rollbacks(const RunFile& run) {
    std::vector<Event> found;
    for (const Event& event : run.events())
        if (event.kind == EventKind::rolled_back) found.push_back(event);
    return found;
}

constexpr double kDiverges = 20;

}  // namespace

TEST_CASE("it goes back to where it was good, halves the rate, says so and ends") {
    Patient patient(ring(), too_fast(kDiverges));
    std::int64_t went_back = 0;
    while (!patient.trainer.finished()) {
        if (patient.trainer.advance(7) >= 0) continue;
        ++went_back;
        const Event last = rollbacks(patient.trainer.run()).back();
        CHECK(last.step == patient.trainer.step());
        CHECK(last.step <= last.failed_step - 10);
        CHECK(last.failed_step - last.step <= 200);
        CHECK(patient.trainer.config().schedule.lr_max == doctest::Approx(last.lr_max));
        const auto found = patient.diagnosis();
        REQUIRE(found);
        CHECK(found->condition == Condition::diverged);
        CHECK(found->sentence.find("half the rate, " + short_number(last.lr_max)) !=
              std::string::npos);
    }
    CHECK(went_back >= 1);
    CHECK(went_back == std::int64_t(rollbacks(patient.trainer.run()).size()));
    CHECK(patient.trainer.step() == 150);
    CHECK(std::isfinite(patient.trainer.last().loss));
    for (const Metric& metric : patient.trainer.metrics()) CHECK(std::isfinite(metric.loss));
    CHECK(std::is_sorted(patient.trainer.metrics().begin(), patient.trainer.metrics().end(),
                         [](const Metric& a, const Metric& b) { return a.step < b.step; }));
}

TEST_CASE("stopped anywhere, in any bursts, it goes back to the same bits") {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& name, std::int64_t burst, int stop_every) {
        const auto path = folder / (name + ".redraw");
        auto trainer =
            std::make_unique<Trainer>(start_run(path, ring(), "ring", too_fast(kDiverges)), kPlain);
        for (int i = 1; !trainer->finished(); ++i) {
            trainer->advance(burst);
            if (stop_every == 0 || i % stop_every != 0) continue;
            trainer->commit();
            trainer.reset();
            trainer = std::make_unique<Trainer>(RunFile::open(path), kPlain);
        }
        trainer->commit();
        std::vector<float> losses;
        for (const Metric& metric : trainer->metrics()) losses.push_back(metric.loss);
        return std::tuple{trainer->backend().save(), rollbacks(trainer->run()), losses};
    };
    const auto plain = run("plain", 1000, 0);
    CHECK(std::get<1>(plain).size() >= 1);
    CHECK(run("stopped", 3, 4) == plain);
    CHECK(run("often", 1, 1) == plain);
}

TEST_CASE("it gives up after some halvings, says what to do, and a rate that works goes on") {
    Config hopeless = too_fast(100);
    hopeless.network.activation = Activation::tanh;  // ReLU would die and draw one tone
    hopeless.schedule.warmup_epochs = 0;
    Patient patient(ring(), hopeless);
    CHECK_THROWS_WITH_AS(patient.train_to(150), doctest::Contains("lower the learning rate"),
                         Error);
    CHECK(rollbacks(patient.trainer.run()).size() >= std::size_t(kMostHalvings));
    CHECK_NOTHROW(patient.trainer.commit());
    Schedule gentle = patient.trainer.config().schedule;
    gentle.lr_max = 1e-3;
    patient.trainer.set_schedule(gentle);
    CHECK_NOTHROW(patient.train_to(150));
    CHECK(patient.trainer.finished());
}

// Tests the padding of arrays: 0 times infinity is NaN, and load() does not overwrite padding.
TEST_CASE("a backend that diverged is as good as new once a state is loaded") {
    for (const Activation activation : {Activation::relu, Activation::gelu, Activation::tanh})
        for (const BackendOptions& options : {kPlain, kFast}) {
            CAPTURE(int(activation));
            Config config = too_fast(1e-2);
            config.network.activation = activation;
            Patient diverged(ring(), config, options), fresh(ring(), config, options);
            Backend& backend = diverged.trainer.backend();
            const State start = backend.save();
            const std::vector<float> wild(30, 1e9f), tame(5, 1e-2f);
            std::vector<StepResult> results(wild.size());
            backend.train(wild, results);
            REQUIRE_FALSE(std::isfinite(results.back().loss));
            backend.load(start);
            results.resize(tame.size());
            backend.train(tame, results);
            fresh.trainer.backend().train(tame, results);
            CHECK(backend.save() == fresh.trainer.backend().save());
        }
}

TEST_CASE("where it goes back to: good, some steps away, further at each repeat") {
    std::vector<Keyframe> keyframes{{0, NAN}, {10, 10}, {20, 20}, {40, 30}, {60, 31}, {70, 12}};
    CHECK(last_good_step(keyframes, 75, 0) == 60);
    CHECK(last_good_step(keyframes, 85, 0) == 60);  // the PSNR of step 70 is too low
    CHECK(last_good_step(keyframes, 75, 1) == 40);
    CHECK(last_good_step(keyframes, 75, 2) == 0);
    CHECK(last_good_step(keyframes, 5, 0) == 0);
    CHECK(last_good_step({}, 5, 0) == 0);
}

TEST_CASE("rollbacks near a step are counted; another schedule gets its chances anew") {
    std::vector<Event> events{{0, EventKind::started},
                              {1000, EventKind::rolled_back, 1100, 1e-3},
                              {1200, EventKind::rolled_back, 1240, 2.5e-4}};
    CHECK(rollbacks_near(events, 1250) == 1);
    CHECK(rollbacks_near(events, 1200) == 2);
    events.push_back({1210, EventKind::resumed});
    CHECK(rollbacks_near(events, 1200) == 2);
    events.push_back({900, EventKind::bookmarked});
    CHECK(rollbacks_near(events, 1200) == 2);
    events.push_back({1220, EventKind::schedule_changed});
    CHECK(rollbacks_near(events, 1250) == 0);
}

TEST_CASE("the session says it and goes on") {
    redraw_test::SessionInFolder session;
    const auto path = session.folder / "run.redraw";
    { start_run(path, ring(), "ring", too_fast(kDiverges)).commit(); }
    session.open(path, {}, {}, 0);
    session.ask(command::SetRunning{true}, 0);
    std::string said;
    session.until([&] {
        const auto& found = session.status->result<Diagnosis>();
        if (said.empty() && found) said = found->sentence;
        return session.loop.work() == SessionLoop::kForever;
    });
    CHECK(session.status->phase == Phase::finished);
    CHECK(session.status->error.empty());
    CHECK(said.find("at half the rate") != std::string::npos);
}
