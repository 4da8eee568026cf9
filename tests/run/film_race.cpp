// A race as a film: layout, clock, curves, and a hostile run's metrics.
#include "engine/film/race_film.h"
#include "engine/film/race_frame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace redraw;

namespace {

const double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

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
                if (i < runs) CHECK(all[i].y0 >= int(2 * layout.unit));  // words above
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
