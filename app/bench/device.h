// `redraw bench --backend cuda`: what a GPU makes of the same networks. No ceiling is measured
// there: the share is of the tensor cores' published peak, where the device is known.
#pragma once

#include "app/bench/cases.h"
#include "engine/backend/backend.h"

#include <span>

namespace redraw {

struct DeviceBench {
    std::vector<BackendOptions> variants;  // one line each
    int draw_width = 3840, draw_height = 2160;
    double seconds = 2;  // for each line
    bool json = false;
};

// Prints each line as soon as it is known; ends early, in order, on a stop signal. Throws Error
// when there is no device.
void run_device_bench(const DeviceBench& bench, std::span<const BenchCase> tasks);

}  // namespace redraw
