// A film that dives into a detail (engine/drawing/dive.h): the picture left of the middle, the
// network right of it.
#pragma once

#include "engine/features/film/film.h"

namespace redraw {

// Creates the job of a dive, as timelapse_film() that of a timelapse. `spec.dive` must be set;
// `spec.pace` is ignored. The caption shows the magnification. `picture`: the opened file or the
// target. `grid`: the training grid. `channels`: channels of the render. Throws Error for settings
// that no film can have.
std::unique_ptr<Job> dive_film(Backend& backend, const Grid& grid, int channels,
                               std::shared_ptr<const Image> picture, std::vector<float> parameters,
                               const FilmSpec& spec);

}  // namespace redraw
