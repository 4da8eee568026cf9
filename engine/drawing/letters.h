// Draws text on pictures in the Inter font, which is embedded in the program, so that captions look
// the same on every machine. Widths of texts are in capital heights. All digits have the same
// width, so that counting numbers do not jitter.
#pragma once

#include "engine/image/image.h"

#include <algorithm>
#include <array>
#include <string>

namespace redraw {

// Draws strokes with round ends and filled boxes, blended with soft edges. A frame is available a
// few rows at a time, so that a large frame need not be kept as floats.
using Ink = std::array<float, 3>;  // RGB, 0 to 1; gray frames use the first value
constexpr Ink gray(float level) {
    return {level, level, level};
}

// A box of frame pixels; x1 and y1 are exclusive.
struct Box {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int width() const { return x1 - x0; }
    int height() const { return y1 - y0; }
};
// Returns the pixels that the rectangle with these edges touches, clipped to `whole`.
Box box_of(const Box& whole, float x0, float y0, float x1, float y1);

// The currently available rows of a frame.
struct FrameRows {
    Image& image;
    int first;
    Box of(const Box& box) const {
        return {box.x0, std::max(box.y0, first), box.x1, std::min(box.y1, first + image.height)};
    }
    float* pixel(int x, int y) const { return image.row(y - first) + x * image.channels; }
};

// Blends ink over a pixel, weighted by `coverage`.
void blend(float* pixel, int channels, const Ink& ink, float coverage);

// Blends each pixel of a box, weighted by `coverage` at its centre.
template <class Coverage>
void paint(const FrameRows& rows, const Box& box, const Ink& ink, Coverage coverage) {
    for (int y = box.y0; y < box.y1; ++y)
        for (int x = box.x0; x < box.x1; ++x)
            blend(rows.pixel(x, y), rows.image.channels, ink,
                  std::clamp(float(coverage(x, y)), 0.0f, 1.0f));
}

// A line between two points, in frame pixels.
struct Stroke {
    float x0, y0, x1, y1;
};
// Draws strokes with round ends; `half` is half the thickness. Clips to `box`, whose rows must be
// available. Overlapping strokes form one shape.
void draw_strokes(const FrameRows& rows, const Box& box, const std::vector<Stroke>& strokes,
                  float half, const Ink& ink);

// Returns the width of a UTF-8 text. A box replaces characters that Inter lacks and bytes that are
// not UTF-8.
float width_of(const std::string& text);

// Draws a text with capitals `unit` pixels high; it starts at `left` on the base line `base`. Clips
// to `whole` and the available rows.
void draw_text(const FrameRows& rows, const Box& whole, const std::string& text, float left,
               float base, float unit, const Ink& ink);

}  // namespace redraw
