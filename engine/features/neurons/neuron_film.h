// A film that adds up the neurons of the last hidden layer (neuron_sum.h): a timelapse whose
// keyframe n shows the render of the n loudest neurons, from none to all.
#pragma once

#include "engine/features/film/film.h"
#include "engine/network/config.h"

namespace redraw {

// Creates the film; see timelapse_film(). With Pace::change, the render changes evenly.
std::unique_ptr<Job> neuron_film(Backend& backend, const Grid& picture,
                                 std::shared_ptr<const Image> target, const NetworkSpec& network,
                                 const std::vector<float>& parameters, FilmSpec spec);

}  // namespace redraw
