// Tests the parts of films: the colours of a GIF, and race frames.
#include "engine/features/film/gif_canvas.h"
#include "engine/features/film/race_film.h"
#include "engine/features/film/race_frame.h"
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

const double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

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
