// Tests runs with a time budget: they end in time and cooled down, even if the machine slows down.
#include "engine/training/training_pace.h"
#include "engine/network/random.h"
#include "engine/network/schedule.h"
#include "tests/support/training.h"

#include <algorithm>
#include <functional>

using namespace redraw;
using namespace redraw_test;

namespace {

struct Ended {
    double seconds;    // the duration of the run
    double last_rate;  // the last learning rate / lr_max
    // Largest difference from the scheduled rate at the same share of the time, / lr_max.
    double farthest;
};

// Simulates a run and its clock: a step that starts after `waited` seconds takes cost(waited).
Ended simulated(Schedule schedule, std::int64_t steps_per_epoch,
                const std::function<double(double waited)>& cost) {
    TrainingPace pace;
    TrainingPace::Clock::time_point now{};
    std::int64_t step = 0;
    double waited = 0, farthest = 0, last_cost = 0.03;
    pace.trains(step, now);
    while (step < total_steps(schedule, steps_per_epoch)) {
        REQUIRE(waited < 100 * schedule.seconds);
        // Trains in bursts of 30 ms, as the trainer does.
        const std::int64_t burst = std::max<std::int64_t>(1, std::int64_t(0.03 / last_cost));
        const std::int64_t end = std::min(step + burst, total_steps(schedule, steps_per_epoch));
        for (; step < end; ++step) waited += last_cost = cost(waited);
        now = TrainingPace::Clock::time_point(
            std::chrono::duration_cast<TrainingPace::Clock::duration>(
                std::chrono::duration<double>(waited)));
        pace.trains(step, now);
        if (const auto epochs = epochs_in_time(schedule, pace, step, steps_per_epoch))
            schedule.epochs = *epochs;
        const double rate = learning_rate(schedule, double(step) / double(steps_per_epoch));
        const double in_time =
            learning_rate(schedule, schedule.epochs * std::min(1.0, waited / schedule.seconds));
        farthest = std::max(farthest, std::abs(rate - in_time) / schedule.lr_max);
    }
    const double last = double(step - 1) / double(steps_per_epoch);
    return {waited, learning_rate(schedule, last) / schedule.lr_max, farthest};
}

Schedule within(double seconds, double epochs) {
    return {.lr_max = 1e-2, .epochs = epochs, .seconds = seconds, .warmup_epochs = 0};
}

}  // namespace

TEST_CASE("it ends in time and cooled down, at any pace and any number of steps an epoch") {
    for (const double seconds : {1.0, 10.0, 600.0})
        for (const double step_seconds : {1e-4, 3e-3, 0.04})
            for (const std::int64_t steps_per_epoch : {1, 32, 3000})
                for (const double epochs : {1.0, 30.0, 1e6}) {
                    INFO(seconds << ' ' << step_seconds << ' ' << steps_per_epoch << ' ' << epochs);
                    const Ended ended = simulated(within(seconds, epochs), steps_per_epoch,
                                                  [&](double) { return step_seconds; });
                    // Skips runs too short to know their pace; no preset is that short.
                    if (epochs * double(steps_per_epoch) * step_seconds < 0.1) continue;
                    CHECK(ended.seconds == doctest::Approx(seconds).epsilon(0.05));
                    CHECK(ended.last_rate < 0.03);
                }
}

TEST_CASE("a machine that is busy meanwhile, or free again, changes little") {
    const auto ends = [](const std::function<double(double)>& cost) {
        const Ended ended = simulated(within(60, 30), 100, cost);
        CHECK(ended.last_rate < 0.03);
        return ended.seconds;
    };
    CHECK(ends([](double t) { return t < 30 ? 0.01 : 0.03; }) == doctest::Approx(60).epsilon(0.1));
    CHECK(ends([](double t) { return t < 30 ? 0.03 : 0.01; }) == doctest::Approx(60).epsilon(0.1));
    CHECK(ends([](double t) { return 0.01 * (1.5 + std::sin(t)); }) ==
          doctest::Approx(60).epsilon(0.1));
    std::uint64_t step = 0;
    CHECK(ends([&](double) { return 0.02 * double(random_unit(1, 2, step++)) + 1e-4; }) ==
          doctest::Approx(60).epsilon(0.1));
    // A disk stalls once for five seconds; soon after, the pace is the true one again.
    TrainingPace after;
    TrainingPace::Clock::time_point now{};
    for (int i = 0; i <= 1000; ++i) {
        after.trains(i * 10, now);
        now += std::chrono::milliseconds(i == 500 ? 5000 : 10);
        if (i > 600) CHECK(after.step_seconds() < 0.004);  // the true pace is 0.001
        if (i > 900) CHECK(after.step_seconds() < 0.002);
    }
    // One step near the end takes five seconds.
    bool stood = false;
    CHECK(ends([&](double t) { return t > 55 && !std::exchange(stood, true) ? 5.0 : 0.01; }) <
          60 * 1.2);
}

TEST_CASE("the rate follows the clock, also where the first moments are slow") {
    // Simulates a window's slow start: ten steps in 0.5 s, then 500 a second.
    for (const double seconds : {10.0, 60.0}) {
        CHECK(simulated(within(seconds, 150), 100, [](double t) {
                  return t < 0.5 ? 0.05 : 0.002;
              }).farthest < 0.1);
        CHECK(simulated(within(seconds, 150), 100, [](double) { return 0.002; }).farthest < 0.1);
        bool stood = false;
        CHECK(simulated(within(seconds, 150), 100, [&](double t) {
                  return t > 0.4 * seconds && !std::exchange(stood, true) ? 0.1 * seconds : 0.002;
              }).farthest < 0.2);
    }
}

TEST_CASE("time in which it rests is not waited for") {
    using namespace std::chrono_literals;
    TrainingPace pace(20, 1000);
    CHECK(pace.waited() == 20);
    CHECK(pace.step_seconds() == doctest::Approx(0.02));
    TrainingPace::Clock::time_point now{};
    pace.trains(1000, now);
    pace.trains(1100, now += 1s);
    pace.rests();
    pace.trains(1100, now += 1h);
    pace.trains(1200, now += 1s);
    CHECK(pace.waited() == doctest::Approx(22));
    pace.trains(1150, now += 1s);  // a rollback counts as time, but not as steps
    CHECK(pace.waited() == doctest::Approx(23));
    CHECK(pace.step_seconds() == doctest::Approx(0.016).epsilon(0.2));
}

TEST_CASE("seconds in which the process is stopped are not training") {
    CHECK(counted_seconds(8, 0) == 8);     // usual seconds not known
    CHECK(counted_seconds(8, 0.03) == 1);  // up to 1 s always counts
    CHECK(counted_seconds(0.9, 0.03) == 0.9);
    CHECK(counted_seconds(50, 3) == 30);  // above 1 s: at most ten times the usual
    CHECK(counted_seconds(29, 3) == 29);
    // An hour's stop (Ctrl+Z) in the middle of 60 s changes neither the progress nor the rate.
    bool stopped = false;
    const Ended ended = simulated(within(60, 30), 100, [&](double t) {
        return t > 20 && !std::exchange(stopped, true) ? 3600.0 : 0.01;
    });
    CHECK(ended.seconds == doctest::Approx(3600 + 60).epsilon(0.002));
    CHECK(ended.last_rate < 0.03);
    TrainingPace pace;
    TrainingPace::Clock::time_point now{};
    for (int i = 0; i <= 1000; ++i) {
        pace.trains(i * 10, now);
        now += std::chrono::milliseconds(i == 500 ? 36'000'000 : 10);
    }
    CHECK(pace.waited() < 11);
    CHECK(pace.step_seconds() < 0.002);  // the stop does not slow the pace
}

TEST_CASE("without a time the epochs are what they are") {
    CHECK_FALSE(epochs_in_time(within(0, 30), TrainingPace(20, 1000), 1000, 10));
    CHECK_FALSE(epochs_in_time(within(10, 30), TrainingPace(), 0, 10));  // the pace is not known
    Schedule a = within(10, 30), b = within(10, 77);
    CHECK(asks_the_same(a, b));
    b.seconds = 20;
    CHECK_FALSE(asks_the_same(a, b));
    a.seconds = b.seconds = 0;
    CHECK_FALSE(asks_the_same(a, b));
}

TEST_CASE_FIXTURE(RunInFolder, "a run in a time is, to the bit, one with its epochs") {
    Config config = small_config({8, 8}, 100);
    config.schedule.seconds = 5;
    const Image picture = disc();
    Trainer timed(start_run(folder / "timed.redraw", picture, "p", config), {});
    Trainer by_hand(start_run(folder / "by_hand.redraw", picture, "p", config), {});
    const auto go_on = [](Trainer& trainer, const TrainingPace& pace) {
        trainer.keep_in_time(pace);
        const std::int64_t end = trainer.step() + 20;
        advance_to(trainer, end);
    };
    go_on(timed, TrainingPace(1, 20));
    CHECK(timed.config().schedule.epochs == 80);
    timed.commit();
    const double before = timed.config().schedule.epochs;
    go_on(timed, TrainingPace(4, 100));
    CHECK(timed.config().schedule.epochs != before);
    CHECK(timed.run().events().size() == 1);  // newly planned epochs are no event

    for (const double epochs : {before, timed.config().schedule.epochs}) {
        Schedule schedule = by_hand.config().schedule;
        schedule.epochs = epochs;
        by_hand.set_schedule(schedule);
        const std::int64_t end = by_hand.step() + 20;
        advance_to(by_hand, end);
    }
    CHECK(by_hand.parameters() == timed.parameters());

    timed.commit();
    const Config kept = timed.config();
    const auto parameters = timed.parameters();
    { const Trainer gone = std::move(timed); }
    const Trainer resumed(RunFile::open(folder / "timed.redraw"), {});
    CHECK(resumed.config() == kept);
    CHECK(resumed.parameters() == parameters);
}
