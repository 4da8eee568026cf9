// What tests ask of the emulated device: orders, failures, and what is left behind. Settings hold
// for the whole process until reset(). The emulated module, whose settings a test cannot reach,
// takes them from the environment on first use:
//   REDRAW_CUDA_EMULATION_ORDER            forward | reverse | shuffle:SEED
//   REDRAW_CUDA_EMULATION_FAIL_ALLOCATION  N: the N-th allocation finds no memory
//   REDRAW_CUDA_EMULATION_LOSE_DEVICE      N: the device is lost at the N-th kernel
#pragma once

#include "cuda_emulation/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace redraw::cuda::emulation {

// The order in which the threads of a block, and the blocks of a grid, get to run between barriers.
// A kernel whose result depends on it lacks a barrier: test with at least two.
enum class Order { forward, reverse, shuffled };
void set_order(Order order, std::uint64_t seed = 0);

// The n-th allocation from now (1: the next), of device or pinned memory, finds no memory. 0: none.
void fail_allocation(int n);
// The n-th kernel from now, counted when it runs, ends in `error`, and so does every call after it.
void lose_device(int n, cudaError_t error = cudaErrorLaunchFailure);

void set_total_memory(std::size_t bytes);
void set_multiprocessors(int count);
void set_compute_capability(int major, int minor);

// What is alive now. All zero once a backend is gone.
struct Alive {
    std::size_t allocations = 0, device_bytes = 0, streams = 0, events = 0, graphs = 0;
    bool operator==(const Alive&) const = default;
};
Alive alive();

struct Counters {
    std::int64_t kernels = 0, graph_launches = 0, synchronisations = 0, allocations = 0;
};
Counters counters();

// Everything as at the start of the process; what is alive stays, a lost device is back.
void reset();

// What CUDA leaves undefined (divergent barriers, writes beyond an allocation) stops the process
// with a sentence on standard error. While a trap is alive it is collected instead: a kernel's
// fault then loses the device with cudaErrorLaunchFailure until reset().
class FaultTrap {
public:
    FaultTrap();
    ~FaultTrap();
    FaultTrap(const FaultTrap&) = delete;
    FaultTrap& operator=(const FaultTrap&) = delete;
    const std::vector<std::string>& faults() const { return faults_; }

private:
    friend void report_fault(const std::string& sentence);
    std::vector<std::string> faults_;
    FaultTrap* outer_;
};

}  // namespace redraw::cuda::emulation
