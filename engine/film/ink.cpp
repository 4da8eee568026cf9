#include "engine/film/ink.h"

#include <cmath>
#include <cstddef>

namespace redraw {
namespace {

// The distance of a point from a stroke's middle line.
float distance_to(const Stroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, length = dx * dx + dy * dy;
    const float along = length > 0 ? ((x - s.x0) * dx + (y - s.y0) * dy) / length : 0;
    const float t = std::clamp(along, 0.0f, 1.0f);
    return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

}  // namespace

Box box_of(const Box& whole, float x0, float y0, float x1, float y1) {
    return {std::max(whole.x0, int(std::floor(x0))), std::max(whole.y0, int(std::floor(y0))),
            std::min(whole.x1, int(std::ceil(x1))), std::min(whole.y1, int(std::ceil(y1)))};
}

void blend(float* pixel, int channels, const Ink& ink, float coverage) {
    if (coverage <= 0) return;
    const bool transparent = has_alpha(channels);
    const int colours = channels - int(transparent);
    // A drawing may hold any number; a screen shows 0 to 1.
    const auto shown = [](float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; };
    const float below = transparent ? shown(pixel[colours]) * (1 - coverage) : 1 - coverage;
    for (int c = 0; c < colours; ++c)
        pixel[c] = (ink[std::size_t(std::min(c, 2))] * coverage + shown(pixel[c]) * below) /
                   (coverage + below);
    if (transparent) pixel[colours] = coverage + below;
}

// A pixel's coverage comes from its distance to the nearest stroke.
void draw_strokes(const FrameRows& rows, const Box& box, const std::vector<Stroke>& strokes,
                  float half, const Ink& ink) {
    const float reach = half + 1;
    std::vector<float> distances(std::size_t(box.width()) * box.height(), reach);
    const auto distance = [&](int x, int y) -> float& {
        return distances[std::size_t(y - box.y0) * box.width() + std::size_t(x - box.x0)];
    };
    for (const Stroke& s : strokes) {
        const Box near = box_of(box, std::min(s.x0, s.x1) - reach, std::min(s.y0, s.y1) - reach,
                                std::max(s.x0, s.x1) + reach, std::max(s.y0, s.y1) + reach);
        for (int y = near.y0; y < near.y1; ++y)
            for (int x = near.x0; x < near.x1; ++x)
                distance(x, y) =
                    std::min(distance(x, y), distance_to(s, float(x) + 0.5f, float(y) + 0.5f));
    }
    paint(rows, box, ink, [&](int x, int y) { return half - distance(x, y) + 0.5f; });
}

}  // namespace redraw
