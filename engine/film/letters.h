// The letters of captions, as strokes of one width with round ends: capitals are 1 high,
// small letters 0.7, the baseline is y = 0 and y grows upwards. Digits are equally wide, so that a
// number that counts does not tremble. Internal to engine/film.
#pragma once

#include <string>
#include <vector>

namespace redraw {

struct Stroke {
    float x0, y0, x1, y1;
};

inline constexpr float kStrokeWidth = 0.14f;

// The strokes of a text whose first letter starts at x = 0. UTF-8; what there is no letter for is a
// space.
std::vector<Stroke> strokes_of(const std::string& text);
float width_of(const std::string& text);

}  // namespace redraw
