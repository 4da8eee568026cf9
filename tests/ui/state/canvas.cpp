// Zoom and pan of a picture, and the colours of the difference view.
#include "ui/state/canvas.h"
#include "engine/image/image.h"
#include "tests/support/ui_harness.h"
#include "ui/centre/difference.h"
#include "ui/centre/pane.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("the point under the mouse stays when zooming") {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> part(0.2f, 0.8f);
    const ImVec2 pane{540, 430};
    for (int trial = 0; trial < 200; ++trial) {
        const int width = 50 + trial, height = 200 - trial / 2;
        Canvas canvas = set_zoom({}, pane, {width, height}, 1 + 8 * part(random));
        const Placement before = place(canvas, pane, {width, height});
        const ImVec2 cursor{float(before.x + width * before.zoom * part(random)),
                            float(before.y + height * before.zoom * part(random))};
        const double x = (cursor.x - before.x) / before.zoom;
        const double y = (cursor.y - before.y) / before.zoom;
        canvas = zoom_about(canvas, pane, {width, height}, cursor, 1.25);
        if (canvas.centre_x <= 0 || canvas.centre_x >= width || canvas.centre_y <= 0 ||
            canvas.centre_y >= height)
            continue;  // the pan was clamped at the picture's edge
        const Placement after = place(canvas, pane, {width, height});
        // Placements round to whole pixels. The error is up to 0.5 px before zooming, times the
        // zoom factor 1.25, plus up to 0.5 px after zooming.
        CHECK(std::abs(after.x + x * after.zoom - cursor.x) <= 1.13);
        CHECK(std::abs(after.y + y * after.zoom - cursor.y) <= 1.13);
    }
}

TEST_CASE("another run of the same picture is looked at where the last one was") {
    const CanvasPicture small{"cub.png", 200, 133}, large{"cub.png", 1800, 1200};
    const ImVec2 pane{540, 430};
    const Canvas canvas{6, 150, 40};
    for (const auto& [from, to] : {std::pair{small, large}, {large, small}, {small, small}}) {
        const Canvas after = carried(canvas, from, to);
        const Placement seen = place(canvas, pane, {from.width, from.height});
        const Placement now = place(after, pane, {to.width, to.height});
        CHECK(now.zoom * to.width == doctest::Approx(seen.zoom * from.width));
        CHECK(std::abs(now.x - seen.x) <= 1);
        CHECK(std::abs(now.y - seen.y) <= 1);
        CHECK(carried({}, from, to).zoom == 0);  // a picture fitted to the pane stays fitted
    }
    for (const CanvasPicture& other :
         {CanvasPicture{"lion.png", 200, 133}, {"cub.png", 200, 150}, {"cub.png", 100, 133}, {}}) {
        CHECK(carried(canvas, small, other).zoom == 0);
        CHECK(carried(canvas, other, small).zoom == 0);
    }
}

TEST_CASE("a fitted picture asks for no region, a zoomed one for exactly the screen it covers") {
    const Grid picture = picture_grid(200, 100);
    const ImVec2 pane{600, 400};
    CHECK_FALSE(visible_region({}, pane, picture));
    // At 100 % the pane shows the training grid itself.
    CHECK_FALSE(visible_region({1, 100, 50}, pane, picture));
    const Canvas canvas{8, 100, 50};
    const auto region = visible_region(canvas, pane, picture).value();
    CHECK(region.width == 600);
    CHECK(region.height == 400);
    // 600 screen pixels at a zoom of 8 cover 75 of the picture's 200 pixels.
    CHECK((region.right - region.left) / (picture.right - picture.left) ==
          doctest::Approx(75.0 / 200));
    // Drawn into the pane, the region lands exactly on the screen pixels it was rendered for.
    const Rect rect = rect_of(region, place(canvas, pane, {200, 100}), picture);
    CHECK(rect.x0 == doctest::Approx(0).epsilon(1e-4));
    CHECK(rect.x1 == doctest::Approx(600));
    CHECK(rect.y1 == doctest::Approx(400));
    // A large picture asks for no region while all of it is shown, because the session limits the
    // size of the render. Zoomed in, it asks for a region.
    const Grid large = picture_grid(6000, 4000);
    CHECK_FALSE(visible_region({}, pane, large));
    CHECK_FALSE(visible_region({0.5, 100, 66}, pane, picture_grid(200, 133)));
    const Grid closer = visible_region({0.5, 3000, 2000}, pane, large).value();
    CHECK(PixelSize{closer.width, closer.height} == PixelSize{600, 400});
    CHECK(closer.right - closer.left == doctest::Approx(2.0 * 1200 / 6000));
}

TEST_CASE("regions stay inside the picture, whatever the canvas") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int trial = 0; trial < 500; ++trial) {
        const Grid picture = picture_grid(1 + int(unit(random) * 300), 1 + int(unit(random) * 300));
        const ImVec2 pane{float(1 + unit(random) * 900), float(1 + unit(random) * 700)};
        const Canvas canvas{std::exp(unit(random) * 6), unit(random) * picture.width,
                            unit(random) * picture.height};
        const auto region = visible_region(canvas, pane, picture);
        if (!region) continue;
        CHECK(region->width >= 1);
        CHECK(region->width <= pane.x);
        CHECK(region->height <= pane.y);
        CHECK(region->left >= picture.left - 1e-9);
        CHECK(region->right <= picture.right + 2.0 / (canvas.zoom * picture.width));
        CHECK(region->left < region->right);
    }
}

TEST_CASE("whole magnifications up and down") {
    for (const auto& [from, by, to] : {std::tuple{2.23, +1, 3.0},
                                       {2.23, -1, 2.0},
                                       {3.0, +1, 4.0},
                                       {1.0, -1, 0.5},
                                       {0.5, +1, 1.0},
                                       {0.3, -1, 0.25}})
        CHECK(next_zoom(from, by) == doctest::Approx(to));
}

TEST_CASE("panes without size and pictures of one pixel do not divide by zero") {
    for (const ImVec2 pane : {ImVec2{0, 0}, ImVec2{1, 1}, ImVec2{-5, 3}}) {
        const Placement p = place({}, pane, {1, 1});
        CHECK(std::isfinite(p.zoom));
        CHECK(p.zoom > 0);
        CHECK(std::isfinite(zoom_about({}, pane, {1, 1}, {0, 0}, 1.25).zoom));
    }
}

TEST_CASE("the error map is dark where right and lightens with the error") {
    Image target = make_image(3, 1, 1, 0), drawing = target;
    drawing.values = {0, 0.5f, 1};
    const auto map =
        difference_map(drawing, picture_grid(3, 1), target, picture_grid(3, 1), {1}).rgba;
    const auto lightness = [&](int i) { return map[i * 4] + map[i * 4 + 1] + map[i * 4 + 2]; };
    CHECK(lightness(0) < 70);
    CHECK(lightness(0) < lightness(1));
    CHECK(lightness(1) < lightness(2));
    for (int i = 0; i < 255; ++i) {  // luminance never falls: clear without colour vision
        const auto sum = [](ImU32 c) {
            return 0.2126 * (c & 255) + 0.7152 * (c >> 8 & 255) + 0.0722 * (c >> 16 & 255);
        };
        CHECK(sum(error_colour((i + 1) / 255.0f)) >= sum(error_colour(i / 255.0f)));
    }
}

TEST_CASE("a zoomed error map reads the picture's pixel under each sample") {
    Image target = make_image(2, 1, 1);
    target.values = {0, 1};
    Grid part = picture_grid(2, 1);
    part.width = 8;
    part.height = 4;
    Image drawing = make_image(8, 4, 1);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x) drawing.row(y)[x] = x < 4 ? 0.0f : 1.0f;
    const auto map = difference_map(drawing, part, target, picture_grid(2, 1), {8}).rgba;
    for (std::size_t i = 0; i < map.size(); i += 4) CHECK(map[i] == 18);
}

TEST_CASE("what is narrower than a pixel of the screen is one pixel wide there") {
    CHECK(at_least_one(10.2f, 10.6f) == 11);
    CHECK(at_least_one(10.6f, 11.2f) == 12);
    CHECK(at_least_one(10.2f, 20.4f) == 20);
}
