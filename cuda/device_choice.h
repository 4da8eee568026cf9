// Which device backends are made on. Any thread.
#pragma once

namespace redraw::cuda {

// The device that was chosen, else the first.
int chosen_device();
// For every backend made from now on; chosen when OpenGL draws on a certain device.
void choose_device(int device);

}  // namespace redraw::cuda
