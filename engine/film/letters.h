// The letters on films: Inter, which is a part of the program, so that a film's captions are the
// same on every machine and need no font there. Lengths are in heights of a capital letter. Digits
// are equally wide, so that a number that counts does not tremble. Internal to engine/film.
#pragma once

#include "engine/image/image.h"

#include <algorithm>
#include <array>
#include <string>

namespace redraw {

// Marks on the frames of a film: strokes with round ends and filled boxes, blended over what is
// there with soft edges. A frame is at hand by rows, so that nobody holds a large one as numbers.
// Internal to engine/film.
using Ink = std::array<float, 3>;  // red, green and blue, 0 to 1; the first on a gray frame
constexpr Ink gray(float level) {
    return {level, level, level};
}

// Pixels of a frame, x1 and y1 beside it.
struct Box {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int width() const { return x1 - x0; }
    int height() const { return y1 - y0; }
};
// All that these edges touch, within the whole.
Box box_of(const Box& whole, float x0, float y0, float x1, float y1);

// The part of a frame that is at hand.
struct FrameRows {
    Image& image;
    int first;
    Box of(const Box& box) const {
        return {box.x0, std::max(box.y0, first), box.x1, std::min(box.y1, first + image.height)};
    }
    float* pixel(int x, int y) const { return image.row(y - first) + x * image.channels; }
};

// Lays the ink over what is there, as much as it covers.
void blend(float* pixel, int channels, const Ink& ink, float coverage);

// Blends each pixel of a box as much as `coverage` says of its centre.
template <class Coverage>
void paint(const FrameRows& rows, const Box& box, const Ink& ink, Coverage coverage) {
    for (int y = box.y0; y < box.y1; ++y)
        for (int x = box.x0; x < box.x1; ++x)
            blend(rows.pixel(x, y), rows.image.channels, ink,
                  std::clamp(float(coverage(x, y)), 0.0f, 1.0f));
}

// A line from one end to the other, in pixels of the frame.
struct Stroke {
    float x0, y0, x1, y1;
};
// Draws strokes with round ends, `half` as thick to either side, as far as they lie in `box`, which
// is at hand. Those that meet are one shape.
void draw_strokes(const FrameRows& rows, const Box& box, const std::vector<Stroke>& strokes,
                  float half, const Ink& ink);

// The width of a text from the start of its first letter. UTF-8; a box replaces a letter that Inter
// lacks and a byte that is not UTF-8.
float width_of(const std::string& text);

// Draws a text whose capitals are `unit` pixels high, from `left` on, with its base line there, as
// far as it lies in `whole` and its rows are at hand.
void draw_text(const FrameRows& rows, const Box& whole, const std::string& text, float left,
               float base, float unit, const Ink& ink);

}  // namespace redraw
