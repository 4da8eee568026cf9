// Measures how fast this machine trains.
#pragma once

#include "engine/backend/backend.h"
#include "engine/network/config.h"

namespace redraw {

// Pixels a second that such a network learns of a 512 x 512 photograph with so many channels.
// Trains one on noise for a quarter of a second. Throws Error.
double pixels_per_second(const Config& config, int channels, const BackendOptions& options);

}  // namespace redraw
