// Z: the flight into a detail, and back.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

namespace {

double times_whole(const Studio& studio) {
    const CentreState& centre = studio.state.centre;
    const double whole = fit_zoom(centre.pane, 40, 20);
    return centre.canvas.zoom > 0 ? centre.canvas.zoom / whole : 1;
}

void fly(Studio& studio, double seconds) {
    for (double t = 0; t < seconds; t += 0.1) {
        studio.view.time += 0.1;
        studio.draw();
    }
}

}  // namespace

TEST_CASE("Z flies from the whole to a detail 64 times as large, and Z flies back") {
    Studio studio;
    studio.draw();
    studio.state.centre.mode = ViewMode::neurons;
    studio.press(Key::z);
    CHECK(studio.state.centre.mode == ViewMode::side_by_side);
    double before = 1;
    for (int i = 0; i < 79; ++i) {
        fly(studio, 0.1);
        CHECK(times_whole(studio) >= before);
        before = times_whole(studio);
    }
    fly(studio, 1);
    CHECK(times_whole(studio) == doctest::Approx(64));
    CHECK_FALSE(studio.state.centre.dive.flying);
    const Canvas deep = studio.state.centre.canvas;
    fly(studio, 1);
    CHECK(studio.state.centre.canvas.zoom == deep.zoom);  // it stays there

    studio.press(Key::z);
    fly(studio, 1);
    CHECK(times_whole(studio) < 40);
    fly(studio, 3);
    CHECK(studio.state.centre.canvas.zoom == 0);  // the whole
}

TEST_CASE("a flight turns round, and ends where somebody else zooms") {
    Studio studio;
    studio.draw();
    studio.press(Key::z);
    fly(studio, 4);
    const double there = times_whole(studio);
    REQUIRE(there > 2);
    studio.press(Key::z);
    fly(studio, 0.2);
    CHECK(times_whole(studio) <= there);
    studio.press(Key::plus);
    const Canvas mine = studio.state.centre.canvas;
    fly(studio, 2);
    CHECK(studio.state.centre.canvas.zoom == mine.zoom);
    CHECK(studio.state.centre.canvas.centre_x == mine.centre_x);
    studio.press(Key::f);
    studio.press(Key::z, true);  // undo is another key
    fly(studio, 1);
    CHECK(studio.state.centre.canvas.zoom == 0);
}

TEST_CASE("the film sheet asks for a dive, to where one dived last") {
    Studio studio;
    studio.draw();
    studio.press(Key::z);
    fly(studio, 9);
    REQUIRE(studio.state.centre.dive.to);
    const Point there = *studio.state.centre.dive.to;
    studio.tap(Key::e, true, true);
    const float height = studio.place("Export").y0;
    studio.click("A dive");
    studio.draw();
    CHECK(studio.place("Export").y0 == height);  // nothing moves
    const auto dive = newest<&command::ExportFilm::spec>(studio.click("Export")).value().dive;
    REQUIRE(dive);
    CHECK(dive->to == there);
}
