// A dive: a zoom from the whole picture into a detail, where the picture's pixels become squares
// and the network's render stays smooth. Finds a suitable detail (pure) and makes the film: the
// picture left of the middle, the network right of it.
#pragma once

#include "engine/features/film/film.h"

namespace redraw {

// Finds a detailed place of the picture, as a point of `grid`, for a zoom of up to `deepest` times.
Point detail_point(const Image& picture, const Grid& grid, double deepest);

// Returns the magnification at a fraction of the film, 0 to 1. Grows exponentially from 1 to
// `deepest`, slowly at the beginning and the end.
double dive_zoom(double part, double deepest);
// Returns the centre of the view: the picture's centre at first, then ever closer to `to`. The view
// never leaves the picture.
Point dive_centre(const Grid& picture, const Point& to, double zoom);
// Returns the grid that a frame of this size samples at magnification `zoom`.
Grid dive_grid(const Grid& picture, const Point& to, double zoom, PixelSize frame);

// Exports a dive as FilmExport exports a timelapse, with the same writers. `spec.dive` must be set;
// `spec.pace` is ignored. The caption shows the magnification.
class DiveExport : public FilmJob {
public:
    // `picture`: the opened file or the target. `grid`: the training grid. `channels`: channels of
    // the render. Throws Error for settings that no film can have.
    DiveExport(Backend& backend, const Grid& grid, int channels,
               std::shared_ptr<const Image> picture, std::vector<float> parameters,
               const FilmSpec& spec);
};

}  // namespace redraw
