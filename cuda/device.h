// Lists the CUDA devices, or says why there are none, and chooses the device for new backends. Any
// thread.
#pragma once

#include "engine/backend/backend.h"

#include <vector>

namespace redraw::cuda {

// Returns one entry for each device ("cuda:0" and so on), or a single unavailable "cuda" if the
// driver finds none. Examines the devices anew at every call.
std::vector<DeviceInfo> devices();

// Returns the chosen device, by default the first one.
int chosen_device();
// Chooses the device for backends created from now on, such as the one that OpenGL draws on.
void choose_device(int device);
// Chooses the first usable device if chosen_device() is not usable. Throws Error with the reason if
// there is none.
void choose_usable_device();

}  // namespace redraw::cuda
