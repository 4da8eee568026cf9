// Which CUDA devices there are, or in one clause why none. Any thread; asked anew at every call.
#pragma once

#include "engine/backend/backend.h"

#include <vector>

namespace redraw::cuda {

// One a device, "cuda:0" and so on; a single unavailable "cuda" when the driver shows none.
std::vector<DeviceInfo> devices();

// Makes sure that chosen_device() is usable, choosing the first that is. Throws Error with the
// reason when none is.
void choose_usable_device();

}  // namespace redraw::cuda
