// `redraw bench --backend cuda`: what a GPU makes of the same networks. No ceiling is measured
// there: the share is of the tensor cores' published peak, where the device is known.
#pragma once

#include "app/bench/cases.h"
#include "engine/backend/backend.h"

#include <span>

namespace redraw {

// `seconds` for each line, one a variant, which is printed as soon as it is known; ends early, in
// order, on a stop signal. Throws Error when there is no device.
void run_device_bench(std::span<const BenchCase> tasks, std::span<const BackendOptions> variants,
                      PixelSize drawing, double seconds, bool json);

}  // namespace redraw
