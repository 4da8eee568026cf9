// A dive: from the whole of a picture down to one of its details, in which its pixels become
// squares and what the network draws stays smooth. Where one is on the way (pure), and the dive as
// a film: left of the middle the picture, right of it the network.
#pragma once

#include "engine/film/film.h"

namespace redraw {

// Finds a place of a picture on this grid where much is going on, also when it is so many times as
// large.
Point detail_point(const Image& picture, const Grid& grid, double deepest);

// The magnification at a part of the way, 0 to 1: from 1 to `deepest`, by equal factors in equal
// times, with a gentle beginning and end.
double dive_zoom(double part, double deepest);
// The centre of the view: at first the picture's, in the end `to`. The view never leaves the
// picture.
Point dive_centre(const Grid& picture, const Point& to, double zoom);
// The grid that a frame of this size samples.
Grid dive_grid(const Grid& picture, const Point& to, double zoom, PixelSize frame);

// A job as FilmExport is, of the same writers. `spec.dive` is set, its `pace` not used; a caption
// says how large.
class DiveExport : public FilmJob {
public:
    // `picture`: as it was opened, or the target; `grid` what the network learned on, whose outputs
    // are `channels`. Throws Error for settings a film cannot have.
    DiveExport(Backend& backend, const Grid& grid, int channels,
               std::shared_ptr<const Image> picture, std::vector<float> parameters,
               const FilmSpec& spec);
};

}  // namespace redraw
