#include "engine/cpu/instruction_set.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"

#include "engine/image/quality.h"
#include "engine/network/evaluate.h"
#include "engine/network/presets.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "tests/support/training.h"

#include <cmath>
#include <numeric>

using namespace redraw;
using namespace redraw_test;

namespace {

// Makes a run of 130 steps, or as `config` says, that learns a ring on a square picture.
Trainer ring_run(const std::filesystem::path& path, const BackendOptions& options = {},
                 const Config& config = small_config({24, 24}, 130), int side = 32) {
    return Trainer(start_run(path, ring(side, side), "ring", config), options);
}

struct Outcome {
    State state;
    std::vector<Keyframe> keyframes;
    std::vector<float> losses;
    std::vector<std::pair<std::int64_t, float>> measured;  // step, and PSNR of the drawing in dB
    bool operator==(const Outcome&) const = default;
};

// Reads a run's results without the first keyframe, whose PSNR NaN does not equal itself.
Outcome outcome(const std::filesystem::path& path) {
    const RunFile run = reading(path);
    Outcome result{run.state().value(), run.keyframes(), {}, {}};
    result.keyframes.erase(result.keyframes.begin());
    for (const Metric& metric : run.metrics()) result.losses.push_back(metric.loss);
    for (const MeasuredPsnr& drawing : run.measured())
        result.measured.emplace_back(drawing.step, drawing.psnr);
    return result;
}

}  // namespace

TEST_CASE("bursts, pauses, commits, looks and threads change no bit") {
    const TemporaryFolder folder;
    for (const BatchMode batch : {BatchMode::full, BatchMode::random, BatchMode::rows}) {
        const std::string mode(name_of(batch));
        Config config = small_config({24, 24}, 130);
        config.data.batch = batch;
        if (batch != BatchMode::full) {
            config.data.batch_size = batch == BatchMode::random ? 300 : 5;
            config.schedule.epochs = 20;
        }
        const auto plain = folder / mode;
        Trainer trainer = ring_run(plain, {.threads = 1}, config);
        const std::int64_t steps = trainer.total_steps();
        train_and_commit(trainer, steps, 1);
        const Outcome expected = outcome(plain);
        CHECK(expected.state.step == steps);
        CHECK(expected.measured.size() > 3);
        for (const auto& way :
             {std::pair{1, 7}, {1, 64}, {2, 1}, {2, 7}, {2, 64}, {3, 7}, {3, 64}}) {
            const int threads = way.first, burst = way.second;
            INFO(mode << ' ' << threads << ' ' << burst);
            const auto path =
                folder / (mode + std::to_string(threads) + "-" + std::to_string(burst));
            for (int stop = 37; stop <= steps + 37; stop += 37) {  // closes and reopens the run
                Trainer again = stop == 37 ? ring_run(path, {.threads = threads}, config)
                                           : Trainer(RunFile::open(path), {.threads = threads});
                train_and_commit(again, stop, burst);
                const Grid zoomed{-0.2, -0.1, 0.3, 0.4, 33, 17};
                again.backend().render(zoomed, whole(zoomed));
            }
            CHECK(outcome(path) == expected);
        }
    }
}

TEST_CASE_FIXTURE(RunInFolder, "what is kept: round steps, the first, the last") {
    Trainer trainer = ring_run(folder / "run.redraw", {}, small_config({24, 24}, 130), 16);
    train_and_commit(trainer);
    REQUIRE(!trainer.keyframes().empty());
    CHECK(trainer.keyframes().front().step == 0);
    CHECK(trainer.keyframes().back().step == 130);
    for (const Keyframe& keyframe : trainer.keyframes()) {
        CHECK(is_keyframe_step(keyframe.step));
        CHECK(trainer.parameters_at(keyframe.step).has_value());
    }
    CHECK_FALSE(trainer.parameters_at(105).has_value());
    CHECK(trainer.parameters_at(130) == trainer.parameters());
    CHECK(trainer.metrics().size() == 130);
    CHECK(trainer.metrics().back().batch_psnr > trainer.metrics().front().batch_psnr + 5);
    CHECK(trainer.advance(10) == 0);
}

TEST_CASE_FIXTURE(RunInFolder, "a part of the epochs with an offset, then the rest, is the whole") {
    Config config = small_config({24, 24}, 130);
    Trainer whole_run = ring_run(path, {}, config);
    advance_to(whole_run);
    config.schedule.epochs = 50;
    config.schedule.epoch_offset = 80;
    Trainer part = ring_run(folder / "b.redraw", {}, config);
    advance_to(part);
    CHECK(part.finished());
    Schedule schedule = part.config().schedule;
    schedule.epochs = 130;
    schedule.epoch_offset = 0;
    part.set_schedule(schedule);
    advance_to(part);
    CHECK(part.parameters() == whole_run.parameters());
}

TEST_CASE_FIXTURE(RunInFolder, "a finished run keeps its weights, no moments, and goes on alike") {
    for (const BatchMode batch : {BatchMode::full, BatchMode::random}) {
        Config config = small_config({60, 60}, batch == BatchMode::full ? 130 : 20);
        config.data.batch = batch;
        if (batch == BatchMode::random) config.data.batch_size = 300;
        const auto in = [&](const char* name) {
            return folder / (std::string(name_of(batch)) + name);
        };
        Trainer trainer = ring_run(in("run"), {.threads = 1}, config);
        advance_to(trainer, trainer.total_steps() - 1);
        trainer.commit();
        const auto unfinished = std::filesystem::file_size(in("run"));
        trainer.run().copy_to(in("killed"));
        advance_to(trainer);
        const State end = trainer.backend().save();
        trainer.commit();
        const State kept = reading(in("run")).state().value();
        CHECK(kept == fresh_state(end.parameters, Optimizer::adam, end.step));
        CHECK(trainer.backend().save() == kept);
        CHECK(std::filesystem::file_size(in("run")) + 4 * end.parameters.size() < unfinished);
        trainer.run().copy_to(in("closed"));

        // A finished run that is made longer learns the same whether it stayed open, was
        // reopened, or was killed after its last step was saved with the moments.
        {
            RunFile killed = RunFile::open(in("killed"));
            killed.set_state(end, 1);
            killed.commit();
        }
        const auto longer = [&](Trainer& run) {
            CHECK(run.finished());
            Schedule schedule = run.config().schedule;
            schedule.epochs *= 1.5;
            run.set_schedule(schedule);
            CHECK(run.rate_share() == 1);
            const double before = run.measure().psnr;
            run.advance(3);
            CHECK(run.measure().psnr > before - 1);
            train_and_commit(run);
            return run.parameters();
        };
        const auto expected = longer(trainer);
        CHECK(expected != end.parameters);
        Trainer closed(RunFile::open(in("closed")), {.threads = 3});
        closed.need_moments();  // as the microscope does
        CHECK(closed.backend().save().second_moment != kept.second_moment);
        closed.commit();
        CHECK(reading(in("closed")).state() == kept);
        CHECK(longer(closed) == expected);
        Trainer revived(RunFile::open(in("killed")), {.threads = 2});
        CHECK(longer(revived) == expected);
    }
}

TEST_CASE_FIXTURE(RunInFolder, "cooling down starts at the present rate and ends at the minimum") {
    Trainer trainer = ring_run(folder / "run.redraw", {}, small_config({24, 24}, 130), 16);
    advance_to(trainer, 60);
    const float before = trainer.last().learning_rate;
    trainer.cool_down(40);
    CHECK(trainer.total_steps() == 100);
    advance_to(trainer, 61);
    CHECK(trainer.last().learning_rate == doctest::Approx(before).epsilon(0.02));
    advance_to(trainer);
    CHECK(trainer.step() == 100);
    CHECK(trainer.last().learning_rate < 0.01 * before);
}

TEST_CASE_FIXTURE(RunInFolder, "the first omega follows the size and is written down") {
    CHECK(automatic_first_omega(OutputMap::linear, {200, 100}) == doctest::Approx(60));
    CHECK(automatic_first_omega(OutputMap::sigmoid, {100, 200}) == doctest::Approx(40));
    CHECK(automatic_first_omega(OutputMap::linear, {20, 20}) == 30);
    CHECK(automatic_first_omega(OutputMap::linear, {4000, 20}) == 200);
    const RunFile run =
        start_run(folder / "run.redraw", ring(120, 120), "ring", small_config({24, 24}, 130));
    CHECK(run.config().network.first_omega == doctest::Approx(36));
}

TEST_CASE_FIXTURE(RunInFolder, "a run goes on in its precision until another is asked for") {
    if (!cpu::supported(InstructionSet::emulated_amx)) {
        MESSAGE("SKIP: there is no module that emulates AMX");
        return;
    }
    Config config = small_config({24, 24}, 130);
    config.precision = Precision::bf16;
    start_run(path, ring(32, 32), "ring", config);
    const auto emulated = [](Precision precision) {
        return BackendOptions{.kind = BackendKind::cpu,
                              .precision = precision,
                              .instruction_set = InstructionSet::emulated_amx,
                              .threads = 1};
    };
    const auto precision_in = [&](const BackendOptions& options) {
        Trainer trainer(RunFile::open(path), options);
        trainer.advance(3);
        trainer.commit();
        return trainer.backend().precision_name();
    };
    CHECK(precision_in(emulated(Precision::automatic)) == "bf16");
    CHECK(precision_in(emulated(Precision::bf16x3)) == "bf16x3");
    CHECK(precision_in(emulated(Precision::automatic)) == "bf16x3");
    CHECK(RunFile::open(path).config().precision == Precision::bf16x3);
    {
        Trainer trainer(RunFile::open(path), {.kind = BackendKind::cpu,
                                              .instruction_set = InstructionSet::scalar,
                                              .threads = 1});  // scalar kernels have no bf16
        CHECK(trainer.backend().precision_name() == "fp32");
        CHECK(trainer.device_note() != "");
    }
    CHECK(RunFile::open(path).config().precision == Precision::bf16x3);
}

TEST_CASE("commits that take long are further apart, and little is lost all the same") {
    CHECK(seconds_between_saves(2, 0) == 2);
    CHECK(seconds_between_saves(2, 0.05) == 2);
    CHECK(seconds_between_saves(2, 0.25) == doctest::Approx(5));
    for (const double commit : {0.5, 1.0, 1.4, 2.0})
        CHECK(seconds_between_saves(2, commit) == doctest::Approx(10));
    CHECK(seconds_between_saves(2, 4) == doctest::Approx(20));  // saving takes a fifth of the time
    CHECK(seconds_between_saves(0, 0.01) == doctest::Approx(0.2));
}

TEST_CASE("a line drawing becomes black on white, whatever the seed; it begins as its mean gray") {
    constexpr int kSide = 64;
    Image rings = make_image(kSide, kSide, 1);
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) {
            const double from_center = std::hypot(x - kSide / 2, y - kSide / 2);
            const bool line = int(from_center) % 10 == 9 && from_center < 0.42 * kSide;
            rings.values[std::size_t(y) * kSide + std::size_t(x)] = line ? 0.0f : 1.0f;
        }
    const TemporaryFolder folder;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        CAPTURE(seed);
        Config config = with_batch_by_size(preset_config("grid"), {kSide, kSide});
        config.seed = seed;
        Trainer trainer(start_run(folder / std::to_string(seed), rings, "rings", config), {});
        const double mean = std::accumulate(rings.values.begin(), rings.values.end(), 0.0) /
                            double(rings.values.size());
        const auto first = trainer.run().parameters_at(0).value();
        for (const float value :
             evaluate(trainer.config().network, 1, first, std::vector{-0.9f, 0.1f, 0.3f, 0.6f}))
            CHECK(value == doctest::Approx(mean).epsilon(0.01));
        while (trainer.advance(64) > 0) {
        }
        CHECK(trainer.measure().psnr > 45);
    }
}
