// The history of the pixel under the mouse: when the window requests it, and its curve.
#include "engine/features/studies/pixel_history.h"
#include "tests/support/ui_harness.h"
#include "ui/centre/readout.h"

#include <limits>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE_FIXTURE(Studio, "a pixel's history is asked for until I is pressed again") {
    const auto wait = [&](double seconds) {
        for (int i = 0; i < int(seconds * 60); ++i) draw();
        return last.view.history_of;
    };
    move(700, 300);
    CHECK_FALSE(wait(0.5));
    press(Key::i);
    const auto point = wait(0.3);
    REQUIRE(point);
    const Grid grid = picture_grid(40, 20);
    bool centre = false;
    for (int x = 0; x < 40; ++x) centre |= static_cast<float>(point->x) == grid.x(x);
    CHECK(centre);  // the requested point is the centre of a training pixel
    auto history = std::make_shared<PixelHistory>();
    history->point = *point;
    history->steps = {0, 10, 500};
    history->values = {0.5f, std::numeric_limits<float>::quiet_NaN(), 0.25f};
    status.result<PixelHistory>() = history;
    const auto without = ImGui::GetDrawData()->TotalVtxCount;
    draw();
    draw();
    CHECK(ImGui::GetDrawData()->TotalVtxCount > without);
    move(kNowhere.x, kNowhere.y);
    CHECK_FALSE(wait(0.3));
}

TEST_CASE("a history's line: gray shows values, colour shows the error, NaN nothing") {
    PixelHistory gray;
    gray.steps = {0, 1, 99};
    gray.values = {0.25f, std::numeric_limits<float>::quiet_NaN(), 2.0f};
    const float black[3] = {0, 0, 0}, half = 0.5f;
    const HistoryLine line = history_line(gray, &half);
    // The value axis runs from 0.25, the smallest value, to 1.5, the largest value that is shown.
    CHECK(line.target == doctest::Approx(0.2));
    CHECK(line.points == std::vector<HistoryPoint>{{0, 0}, {1, 1}});
    PixelHistory colour;
    colour.channels = 3;
    colour.steps = {0, 9};
    colour.values = {0.5f, 0.5f, 0.5f, 0, 0, 0};
    const HistoryLine error = history_line(colour, black);
    CHECK(error.target == 0);
    CHECK(error.points == std::vector<HistoryPoint>{{0, 1}, {1, 0}});
    PixelHistory first;  // one keyframe: the untrained network
    first.steps = {0};
    first.values = {0.75f};
    CHECK(history_line(first, &half).points == std::vector<HistoryPoint>{{0, 1}});
    first.values = {half};
    CHECK(history_line(first, &half).points[0].y == history_line(first, &half).target);
}
