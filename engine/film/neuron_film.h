// The film of the sum of the neurons (neuron_sum.h): a timelapse whose keyframes are numbers of
// neurons. It shows the drawing of none, then of the loudest neuron of the last hidden layer, of
// two, and so on until all draw.
#pragma once

#include "engine/film/film.h"
#include "engine/network/config.h"

namespace redraw {

// Creates the film; see FilmExport. A pace by change lets the drawing change evenly.
std::unique_ptr<FilmExport> neuron_film(Backend& backend, const Grid& picture,
                                        std::shared_ptr<const Image> target,
                                        const NetworkSpec& network,
                                        const std::vector<float>& parameters, FilmSpec spec);

}  // namespace redraw
