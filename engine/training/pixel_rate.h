// How fast this machine learns, measured.
#pragma once

#include "engine/backend/backend.h"
#include "engine/network/config.h"

namespace redraw {

// Pixels a second that such a network learns of pictures with so many channels, as it would of a
// photograph of 512 x 512: trains one on noise for a quarter of a second. Throws Error.
double pixels_per_second(const Config& config, int channels, const BackendOptions& options);

}  // namespace redraw
