// Plans how the fused kernels take a network and a batch on one device: tiles, blocks, and the
// place of every number. Host only, plain values, any thread. A function of its arguments alone, so
// that a run resumes bit for bit on the same kind of device.
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
    int block_shared_bytes = 0;           // with opting in
    int multiprocessor_shared_bytes = 0;  // of all its blocks
};
// The limits of the current device. Throws Error.
DeviceLimits device_limits();

struct Plan {
    Network network;

    int tile_bands =
        0;  // a tile of the training kernel is at most so many bands of kBandRows pixels
    TileMemory tile;
    int batch_bands = 0;  // all bands of a batch; 0: nothing to train on
    int blocks = 0;       // each takes a contiguous share of the bands, at least one

    int drawing_bands = 0;
    TileMemory drawing_tile;
    int drawing_blocks = 0;

    std::size_t copy_size = 0;  // uint4s of one copy of the weights
    std::vector<Place> places;  // of the partials' positions; none is of what is not trained
    std::size_t tables = 0;     // numbers in a grid's tables, whose gradients are no partials
};

// Empty if the kernels do not take the network: a layer or an encoding wider than kWidest, more
// than kMostHidden layers, a device below sm_80, or a network so deep that not even one band of it
// fits the shared memory (46 layers of 128 units in 227 KiB, 19 in 99 KiB). `batch_samples` of 0
// plans for drawing only.
std::optional<Plan> make_plan(const NetworkSpec& network, int channels, int batch_samples,
                              const DeviceLimits& limits);

}  // namespace redraw::cuda::fused
