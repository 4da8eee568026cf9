// Lays out the frames of a timelapse: the render, the small picture in its corner, and the learning
// curve below. Pure functions. Internal to engine/features/film.
#pragma once

#include "engine/drawing/letters.h"
#include "engine/features/film/film.h"

namespace redraw {

// Places render, inset and learning curve on a frame of size `spec.frame`, or if that is 0, on the
// smallest frame that holds the render and the curve.
struct FilmLayout {
    explicit FilmLayout(const FilmSpec& spec);
    PixelSize frame;
    Box drawing, inset, curve;  // `inset` and `curve` are empty unless the film has them
    // True if the render fills the frame.
    bool plain() const {
        return drawing.width() == frame.width && drawing.height() == frame.height;
    }
};

// Draws the curve of PSNR over training time, up to `step`. `measured` is sorted by step.
void draw_learning_curve(const FrameRows& rows, const FilmLayout& layout,
                         std::span<const MeasuredPsnr> measured, std::int64_t step);

}  // namespace redraw
