// What is left to the picture, filled in when a run is made: what its pixels are, and of a network
// of windows how it sees tones, and by which filter the picture was probably made smaller. Pure
// function.
#pragma once

#include "engine/image/image.h"
#include "engine/network/config.h"

namespace redraw {

// `target`: the picture at training size, in its channels.
Config chosen_by_picture(Config config, const Image& target);
// The inverse, of what its pixels are: left to the picture where it would choose the same.
Config pixel_left_open(Config config, const Image& target);

}  // namespace redraw
