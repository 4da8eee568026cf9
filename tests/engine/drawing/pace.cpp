// Tests the pace of films and timelapses, and the choice of keyframes by detail.
#include "engine/drawing/pace.h"

#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace redraw;

namespace {

std::vector<std::int64_t> log_spaced(std::size_t count) {
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < count; ++i) steps.push_back(std::int64_t(i) * std::int64_t(i + 1));
    return steps;
}

}  // namespace

TEST_CASE("the ends are held as long as asked, a quarter of the film each at most") {
    const auto timing = [](double seconds, int fps, double hold) {
        const FilmTiming t = film_timing(seconds, fps, hold);
        return std::pair{t.frames, t.held};
    };
    CHECK(timing(10, 30, 1) == std::pair{300, 30});
    CHECK(timing(10, 30, 0) == std::pair{300, 0});
    CHECK(timing(10, 30, 0.5) == std::pair{300, 15});
    CHECK(timing(10, 30, 60) == std::pair{300, 75});
    CHECK(timing(1, 30, 1) == std::pair{30, 7});
    CHECK(timing(0.01, 30, 1) == std::pair{1, 0});
}

TEST_CASE(
    "a film goes from its first keyframe to its last, forwards, and back by its own inverse") {
    for (const double hold : {0.0, 0.3, 1.0, 9.0})
        for (const double seconds : {0.1, 0.5, 2.0, 10.0}) {
            const FilmTiming timing = film_timing(seconds, 25, hold);
            CAPTURE(timing.frames);
            if (timing.frames > 1) CHECK(part_at_frame(timing, timing.held) == 0);
            double before = 0;
            for (int frame = 0; frame < timing.frames; ++frame) {
                const double part = part_at_frame(timing, frame);
                CHECK(part >= before);
                if (part > 0 && part < 1)
                    CHECK(frame_at_part(timing, part) == doctest::Approx(frame));
                before = part;
            }
            CHECK(part_at_frame(timing, timing.frames - 1 - timing.held) == 1);
            CHECK(frame_at_part(timing, 0) == 0);
        }
}

TEST_CASE("there and back a film reaches the last keyframe, rests there, and ends where it began") {
    for (const double hold : {0.0, 0.3, 9.0})
        for (const double seconds : {0.02, 0.1, 0.5, 2.0, 10.0}) {
            const FilmTiming timing = film_timing(seconds, 25, hold, true);
            CAPTURE(timing.frames);
            const int there = timing.held + timing.moving() - 1, turn = there + timing.held;
            for (int frame = 0; frame < timing.frames; ++frame) {
                const double part = part_at_frame(timing, frame);
                CHECK(part >= 0);
                CHECK(part <= 1);
                if (frame == 0) continue;
                const double before = part_at_frame(timing, frame - 1);
                CHECK((frame <= turn ? part >= before : part < before));
            }
            CHECK(part_at_frame(timing, there) == 1);
            CHECK(part_at_frame(timing, turn) == 1);
            if (timing.frames > 2) CHECK(part_at_frame(timing, timing.frames - 1) == 0);
        }
}

TEST_CASE(
    "detail goes from the first keyframe to the last, never backwards, whatever the changes") {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> any(0, 1);
    const float nan = std::nanf(""), endless = std::numeric_limits<float>::infinity();
    for (int run = 0; run < 200; ++run) {
        const std::size_t count = 1 + random() % 60;
        const auto steps = log_spaced(count);
        std::vector<float> changes(count);
        for (float& change : changes) {
            const float kind = any(random);
            change = kind < 0.2f   ? 0
                     : kind < 0.3f ? nan
                     : kind < 0.4f ? endless
                     : kind < 0.5f ? -1
                                   : std::exp(10 * any(random) - 5);
        }
        const DetailScale scale(steps, changes);
        CAPTURE(run);
        REQUIRE(scale.keyframes() == count);
        CHECK(scale.keyframe_at(0) == 0);
        CHECK(scale.keyframe_at(1) == count - 1);
        std::size_t before = 0;
        for (int turn = 0; turn <= 1000; ++turn) {
            const std::size_t at = scale.keyframe_at(turn / 1000.0);
            CHECK(at >= before);
            CHECK(at < count);
            before = at;
        }
        CHECK(scale.detail_of(count - 1) == 1);
        if (count > 1) CHECK(scale.detail_of(0) == 0);
        for (std::size_t i = 0; i < count; ++i) {
            const double detail = scale.detail_of(i);
            CHECK(detail >= (i > 0 ? scale.detail_of(i - 1) : 0));
            // A keyframe's detail leads back to it, or to one that looks the same.
            CHECK(scale.detail_of(scale.keyframe_at(detail)) == detail);
        }
    }
}

TEST_CASE("equal turns are an equal visible change") {
    std::mt19937 random(3);
    const std::size_t count = 400;
    const auto steps = log_spaced(count);
    std::vector<float> changes(count);
    float largest = 0;
    for (float& change : changes) {
        change = std::exp(4 * std::uniform_real_distribution<float>(0, 1)(random));
        largest = std::max(largest, change);
    }
    changes[0] = 0;
    double all = 0;
    for (const float change : changes) all += change;
    const DetailScale scale(steps, changes);
    for (const int turns : {4, 10, 20}) {
        for (int turn = 0; turn < turns; ++turn) {
            double change = 0;
            for (std::size_t i = scale.keyframe_at(double(turn) / turns) + 1;
                 i <= scale.keyframe_at(double(turn + 1) / turns); ++i)
                change += changes[i];
            // Each end of a turn is rounded to a keyframe: off by at most half a change.
            CHECK(std::abs(change - all / turns) <= largest * 1.001);
        }
    }
}

TEST_CASE("changes are those of a film, and what cannot be read has none") {
    const TemporaryFolder folder;
    Image image = make_image(40, 30, 1, 1.0f);
    for (int y = 8; y < 20; ++y)
        for (int x = 10; x < 30; ++x) image.row(y)[x] = 0.0f;
    Config config;
    config.network.layers = {16, 16};
    config.schedule.epochs = 30;
    start_run(folder / "a.redraw", image, "box", config);
    Trainer trainer(RunFile::open(folder / "a.redraw"), {.kind = BackendKind::cpu, .threads = 1});
    while (!trainer.finished()) trainer.advance(30);
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : trainer.keyframes()) steps.push_back(keyframe.step);
    const auto parameters_but = [&](std::int64_t lost) {
        return [&trainer, lost](std::int64_t step) {
            return step == lost ? std::nullopt : trainer.parameters_at(step);
        };
    };
    const Grid picture = trainer.dataset().grid;
    const auto changes = visible_changes(trainer.backend(), picture, steps, parameters_but(-1));
    REQUIRE(changes.size() == steps.size());
    CHECK(changes[0] == 0);
    CHECK(changes[1] > 0);
    const auto lost = visible_changes(trainer.backend(), picture, steps, parameters_but(steps[5]));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        CAPTURE(i);
        if (i == 5 || i == 6)
            CHECK(std::isnan(lost[i]));
        else
            CHECK(lost[i] == changes[i]);
    }
    CHECK(DetailScale(steps, lost).keyframe_at(1) == steps.size() - 1);
}
