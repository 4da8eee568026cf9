// Plans how the fused kernels run a network and a batch on one device: tiles, blocks, and memory
// layout. Host only, plain values, any thread. The plan depends only on the arguments, so a run
// resumes bit for bit on the same kind of device.
#pragma once

#include "cuda/fused_network.h"
#include "engine/network/config.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace redraw::cuda::fused {

struct DeviceLimits {
    int compute_major = 0;
    int multiprocessors = 0;
    int block_shared_bytes = 0;           // maximum with opt-in
    int multiprocessor_shared_bytes = 0;  // for all blocks on it
};
// Returns the limits of the current device. Throws Error.
DeviceLimits device_limits();

struct Plan {
    Network network;

    int tile_bands = 0;  // most bands (kBandRows pixels each) in a training tile
    TileMemory tile;
    int blocks = 0;  // number of blocks; each handles consecutive bands, at least one

    int drawing_bands = 0;
    TileMemory drawing_tile;
    int drawing_blocks = 0;

    std::size_t copy_size = 0;  // size of one copy of the weights, in uint4
    std::vector<Place> places;  // one for each position of the partials
    std::size_t tables = 0;  // numbers in a grid's tables; their gradients are not in the partials
};

// Returns absent if the fused kernels do not support the network. They need layers and encodings up
// to kWidest, at most kMostHidden layers, and sm_80 or newer. One band must fit in shared memory:
// 46 layers of 128 units fit in 227 KiB, 19 in 99 KiB. If `batch_samples` is 0, the plan is for
// drawing only.
std::optional<Plan> make_plan(const NetworkSpec& network, int channels, int batch_samples,
                              const DeviceLimits& limits);

}  // namespace redraw::cuda::fused
