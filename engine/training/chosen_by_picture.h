// What a network of windows leaves to the picture, filled in when a run is made: how it sees tones,
// and by which filter the picture was probably made smaller. Pure function.
#pragma once

#include "engine/image/image.h"
#include "engine/network/config.h"

namespace redraw {

// `target`: the picture at training size, in its channels.
Config chosen_by_picture(Config config, const Image& target);

}  // namespace redraw
