#include "app/desktop/window_place.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace redraw {
namespace {

// Half of an area of kHold x kEdge pixels at the window's upper edge must stay visible.
constexpr int kHold = 120, kEdge = 40;

int overlap(int a, int a_length, int b, int b_length) {
    return std::max(0, std::min(a + a_length, b + b_length) - std::max(a, b));
}

// Returns how much of the window's upper edge is visible on this monitor, as an area in pixels.
std::int64_t in_sight(const WindowPlace& place, const MonitorArea& monitor) {
    return std::int64_t(overlap(place.x, place.width, monitor.x, monitor.width)) *
           overlap(place.y, kEdge, monitor.y, monitor.height);
}

std::int64_t distance(const WindowPlace& place, const MonitorArea& monitor) {
    const std::int64_t dx = place.x - std::clamp(place.x, monitor.x, monitor.x + monitor.width);
    const std::int64_t dy = place.y - std::clamp(place.y, monitor.y, monitor.y + monitor.height);
    return dx * dx + dy * dy;
}

}  // namespace

WindowPlace within_sight(WindowPlace place, std::span<const MonitorArea> monitors) {
    if (monitors.empty()) return place;
    const bool placed = place.x >= 0 && place.y >= 0;
    const MonitorArea& home =
        !placed ? monitors.front()
                : *std::ranges::min_element(monitors, {}, [&](const MonitorArea& area) {
                      return std::pair(-in_sight(place, area), distance(place, area));
                  });
    place.width = std::min(place.width, home.width);
    place.height = std::min(place.height, home.height);
    if (!placed || in_sight(place, home) >= std::int64_t(kHold) * kEdge / 2) return place;
    place.x = std::clamp(place.x, home.x, home.x + home.width - place.width);
    place.y = std::clamp(place.y, home.y, home.y + home.height - place.height);
    return place;
}

float sane_scale(float across, float down) {
    constexpr float kLeast = 0.25f;
    const float scale = std::max(across, down);
    return std::isfinite(scale) && scale >= kLeast ? scale : 1;
}

float legible_scale(float desktop, int rows) {
    constexpr int kLarge = 2160;
    return desktop == 1 && rows >= kLarge ? float(rows) / 1440 : desktop;
}

}  // namespace redraw
