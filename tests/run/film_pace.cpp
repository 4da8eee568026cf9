#include "engine/film/pace.h"

#include <doctest/doctest.h>

using namespace redraw;

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
