// Lists the CUDA devices, or gives in one clause why there are none, and chooses the one that
// backends are made on. Any thread.
#pragma once

#include "engine/backend/backend.h"

#include <vector>

namespace redraw::cuda {

// One a device, "cuda:0" and so on; a single unavailable "cuda" when the driver shows none. Asked
// anew at every call.
std::vector<DeviceInfo> devices();

// The device that was chosen, else the first.
int chosen_device();
// Chooses the device of every backend made from now on: the one that OpenGL draws on.
void choose_device(int device);
// Makes sure that chosen_device() is usable, choosing the first that is. Throws Error with the
// reason when none is.
void choose_usable_device();

}  // namespace redraw::cuda
