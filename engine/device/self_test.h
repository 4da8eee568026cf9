// Compares a device with the plain CPU kernels on small networks, because drivers have trained
// wrongly without any error. Any thread.
#pragma once

#include "engine/backend/backend.h"

#include <string>

namespace redraw {

// Returns what is wrong in one clause ("it computed a wrong gradient"); empty if nothing is.
// Checked: training steps of sine and grid networks, the sums of the grid's tables, pixels, and
// sines of large numbers. Values that are not finite are wrong. Throws Error if the device cannot
// be used.
std::string failed_self_test(const BackendOptions& device);

}  // namespace redraw
