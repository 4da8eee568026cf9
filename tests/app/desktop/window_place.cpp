#include "app/desktop/window_place.h"

#include <doctest/doctest.h>

#include <limits>

using namespace redraw;

namespace {

const MonitorArea kMonitors[] = {{0, 27, 1920, 1053}, {1920, 0, 2560, 1440}};

}  // namespace

TEST_CASE("a window that can be taken hold of stays where it was") {
    for (const WindowPlace place :
         {WindowPlace{100, 100, 1440, 900}, WindowPlace{2000, 300, 1440, 900},
          WindowPlace{1700, 27, 1440, 900},    // lies across both monitors
          WindowPlace{1800, 1000, 1440, 900},  // reaches below its monitor
          WindowPlace{-1, -1, 1440, 900, true}})
        CHECK(within_sight(place, kMonitors) == place);
}

TEST_CASE("one outside all monitors comes to the nearest") {
    CHECK(within_sight({6000, 200, 1440, 900}, kMonitors) == WindowPlace{3040, 200, 1440, 900});
    CHECK(within_sight({300, 2000, 1440, 900}, kMonitors) == WindowPlace{300, 180, 1440, 900});
    CHECK(within_sight({4470, 0, 1440, 900}, kMonitors) == WindowPlace{3040, 0, 1440, 900});
}

TEST_CASE("none is larger than its monitor, and without monitors nothing changes") {
    CHECK(within_sight({0, 27, 2500, 3000}, kMonitors).width == 1920);
    CHECK(within_sight({2000, 100, 4000, 3000}, kMonitors).height == 1440);
    CHECK(within_sight({-1, -1, 4000, 3000}, kMonitors).height == 1053);
    CHECK(within_sight({9000, 1, 10, 10}, {}) == WindowPlace{9000, 1, 10, 10});
}

TEST_CASE("a large monitor without a scale gets one") {
    CHECK(legible_scale(1, 2160) == 1.5f);
    CHECK(legible_scale(1, 1440) == 1);
    CHECK(legible_scale(1, 0) == 1);
    CHECK(legible_scale(2, 2160) == 2);  // a scale that the desktop sets is kept
    CHECK(legible_scale(1.25f, 2160) == 1.25f);
}

TEST_CASE("a desktop's scale that is none is 1") {
    CHECK(sane_scale(1.5f, 1.25f) == 1.5f);
    CHECK(sane_scale(0.25f, 0) == 0.25f);
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr float kEndless = std::numeric_limits<float>::infinity();
    for (const float scale : {0.0f, 0.1f, -2.0f, kNone, kEndless, -kEndless})
        CHECK(sane_scale(scale, scale) == 1);
}
