// Tests the parts of films: pace, keyframes by detail, the colours of a GIF, and race frames.
#include "engine/features/film/gif_canvas.h"
#include "engine/features/film/pace.h"
#include "engine/features/film/race_film.h"
#include "engine/features/film/race_frame.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

using namespace redraw;

namespace {

std::vector<std::int64_t> log_spaced(std::size_t count) {
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < count; ++i) steps.push_back(std::int64_t(i) * std::int64_t(i + 1));
    return steps;
}

const double kInfinite = std::numeric_limits<double>::infinity();

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

TEST_CASE("median cut: few colours come back exactly, many come close") {
    std::vector<std::uint8_t> few;
    for (int i = 0; i < 100; ++i) {
        for (const int level : {i % 3 * 100, 255 - i % 3 * 50, 20})
            few.push_back(std::uint8_t(level));
    }
    const auto palette = median_cut(few, 255);
    CHECK(std::set<Rgb>(palette.begin(), palette.end()) ==
          std::set<Rgb>{{0, 255, 20}, {100, 205, 20}, {200, 155, 20}});
    std::mt19937 random(5);
    std::vector<std::uint8_t> many(30'000);
    for (auto& level : many) level = std::uint8_t(random());
    const std::vector<Rgb> chosen = median_cut(many, 255);
    CHECK(chosen.size() == 255);
    NearestColour nearest(chosen);
    double squares = 0;
    for (std::size_t i = 0; i < many.size(); i += 3) {
        const Rgb colour{many[i], many[i + 1], many[i + 2]};
        const Rgb found = chosen[nearest(colour)];
        for (std::size_t c = 0; c < 3; ++c) squares += std::pow(int(colour[c]) - int(found[c]), 2);
    }
    CHECK(std::sqrt(squares / double(many.size())) < 20);  // 255 colours: about 6 levels a channel
}

TEST_CASE("the nearest colour is the nearest of all") {
    std::mt19937 random(6);
    const auto any = [&] { return std::uint8_t(random()); };
    for (const std::size_t size : {1u, 2u, 7u, 255u}) {
        std::vector<Rgb> palette(size);
        for (Rgb& colour : palette) colour = {any(), any(), any()};
        if (size > 2) palette[1] = {palette[0][0], palette[0][1], std::uint8_t(palette[0][2] ^ 1)};
        NearestColour nearest(palette);
        const auto distance = [](const Rgb& a, const Rgb& b) {
            int sum = 0;
            for (std::size_t c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
            return sum;
        };
        for (const Rgb& colour : palette) CHECK(palette[nearest(colour)] == colour);
        for (int i = 0; i < 2000; ++i) {
            const Rgb colour{any(), any(), any()};
            int best = 3 * 255 * 255;
            for (const Rgb& other : palette) best = std::min(best, distance(colour, other));
            CHECK(distance(colour, palette[nearest(colour)]) == best);
        }
    }
}

TEST_CASE("a GIF of few colours has exactly these") {
    const float levels[4][3] = {{128, 200, 90}, {129, 200, 90}, {126, 199, 91}, {250, 251, 252}};
    Image frame = make_image(16, 8, 3);
    for (std::size_t i = 0; i < frame.values.size(); ++i)
        frame.values[i] = levels[i / 3 / 4 % 4][i % 3] / 255;
    Image later = frame;
    std::rotate(later.values.begin(), later.values.begin() + 12, later.values.end());
    GifCanvas canvas(true, {16, 8});
    const Image samples[] = {frame, later};
    canvas.choose_palette(samples);
    std::vector<std::uint8_t> numbers(16);
    for (const Image& drawing : samples) {
        canvas.draw(drawing);
        REQUIRE(canvas.changed());
        for (int y = 0; y < 8; ++y) {
            canvas.read_row({0, 0, 16, 8}, y, numbers);
            for (std::size_t x = 0; x < 16; ++x)
                for (std::size_t c = 0; c < 3; ++c)
                    CHECK(float(canvas.palette()[numbers[x]][c]) / 255 ==
                          drawing.row(y)[x * 3 + c]);
        }
    }
}

TEST_CASE("drawings, words and curves of a race lie within its frame, and none on another") {
    for (const PixelSize drawing : {PixelSize{96, 64}, PixelSize{40, 400}, PixelSize{900, 100}})
        for (std::size_t runs = 2; runs <= 4; ++runs) {
            const RaceLayout layout(drawing, runs);
            REQUIRE(layout.drawings.size() == runs);
            std::vector<Box> all = layout.drawings;
            all.push_back(layout.curves);
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(all[i].x0 >= 0);
                CHECK(all[i].x1 <= layout.frame.width);
                CHECK(all[i].y1 <= layout.frame.height);
                if (i < runs) CHECK(all[i].y0 >= int(2 * layout.unit));  // room for words above
                for (std::size_t j = 0; j < i; ++j)
                    CHECK((all[i].x0 >= all[j].x1 || all[i].y0 >= all[j].y1 ||
                           all[j].y0 >= all[i].y1));
            }
        }
}

TEST_CASE("the seconds of a race pass forwards only, from none to all, and curves go with them") {
    for (const Pace pace : {Pace::steps, Pace::log})
        for (const double seconds : {0.0, 1e-3, 10.0, 1e6}) {
            const RaceClock clock(seconds, 0.01, pace);
            double before = -1;
            for (int i = 0; i <= 20; ++i) {
                const double now = clock.seconds_at(i / 20.0);
                CHECK(now > before);
                CHECK(clock.part_at(now) == doctest::Approx(i / 20.0));
                before = now;
            }
            CHECK(clock.seconds_at(0) == 0);
        }
}

TEST_CASE("a curve takes what can be drawn of any metrics, in order of time") {
    const float none = std::nanf("");
    const std::vector<MeasuredPsnr> hostile{{1, 10, 1},
                                            {2, none, 2},
                                            {3, 12, kInfinite},
                                            {4, 13, 0.5},
                                            {5, float(kInfinite), 3},
                                            {6, -float(kInfinite), 4}};
    const RaceCurve curve(hostile);
    CHECK(curve.seconds == std::vector<double>{1, 1, 3, 4});
    CHECK(curve.until(0.9) == 0);
    CHECK(curve.until(1) == 2);
    CHECK(curve.until(1e9) == 4);
    const RaceLayout layout({32, 32}, 2);
    Image frame = make_image(layout.frame.width, layout.frame.height, 3);
    const FrameRows rows{frame, 0};
    const RaceMoment moment{4, {{float(kInfinite), 4}, {none, 4}}};
    const std::vector<RaceCurve> curves{curve, RaceCurve({})};
    draw_race(rows, layout, std::vector<std::string>{"A very long name indeed", ""}, moment);
    draw_race_curves(rows, layout, RaceClock(4, 1, Pace::log), curves, 1e9, moment);
    CHECK(std::ranges::all_of(frame.values, [](float v) { return v >= 0 && v <= 1; }));
    CHECK(std::ranges::any_of(frame.values, [](float v) { return v > 0.5f; }));
}

TEST_CASE("a band of a frame has the bits of the whole") {
    const RaceLayout layout({60, 40}, 3);
    const std::vector<RaceCurve> curves(
        3, RaceCurve(std::vector<MeasuredPsnr>{{1, 5, 1}, {2, 20, 2}, {3, 31, 4}}));
    const RaceMoment moment{3, {{20, 3}, {20, 3}, {31, 3}}};
    const std::vector<std::string> names{"SIREN", "Grid", "Fourier"};
    const auto draw = [&](Image& image, int first) {
        const FrameRows rows{image, first};
        draw_race(rows, layout, names, moment);
        draw_race_curves(rows, layout, RaceClock(4, 1, Pace::steps), curves, 25.0, moment);
    };
    Image whole = make_image(layout.frame.width, layout.frame.height, 3);
    draw(whole, 0);
    for (int first = 0; first < layout.frame.height; first += 7) {
        Image band = make_image(layout.frame.width, std::min(7, layout.frame.height - first), 3);
        draw(band, first);
        CHECK(std::equal(band.values.begin(), band.values.end(), whole.row(first)));
    }
}
