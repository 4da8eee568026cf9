// Lays out the frames of a timelapse: the drawing, the picture small in its corner, and the
// learning curve below. Pure functions. Internal to engine/film.
#pragma once

#include "engine/film/film.h"
#include "engine/film/letters.h"

namespace redraw {

// Places everything on a frame of `spec.frame`, or on the smallest that holds drawing and curve.
struct FilmLayout {
    explicit FilmLayout(const FilmSpec& spec);
    PixelSize frame;
    Box drawing, inset, curve;  // `inset` and `curve` are empty unless the film has them
    // True if the drawing fills the frame.
    bool plain() const {
        return drawing.width() == frame.width && drawing.height() == frame.height;
    }
};

// Draws the PSNR over the training time, up to `step`. `measured`: by step.
void draw_learning_curve(const FrameRows& rows, const FilmLayout& layout,
                         std::span<const MeasuredPsnr> measured, std::int64_t step);

}  // namespace redraw
