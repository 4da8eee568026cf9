// Controls the emulated device from tests: thread order, failures, and reports of what is
// allocated. Settings apply to the whole process until reset(). A test cannot reach the copy inside
// the emulated module, which reads its settings from the environment at first use:
//   REDRAW_CUDA_EMULATION_ORDER            forward | reverse | shuffle:SEED
//   REDRAW_CUDA_EMULATION_FAIL_ALLOCATION  N: the N-th allocation fails
//   REDRAW_CUDA_EMULATION_LOSE_DEVICE      N: the device is lost at the N-th kernel
//   REDRAW_CUDA_EMULATION_SHARED_MEMORY    most bytes of dynamic shared memory for a block
//   REDRAW_CUDA_EMULATION_TRUNCATE         1: tensor cores truncate their sums
#pragma once

#include "cuda_emulation/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace redraw::cuda::emulation {

// The order in which a block's threads run between barriers, and a grid's blocks. A kernel whose
// result depends on the order lacks a barrier: test with at least two orders.
enum class Order { forward, reverse, shuffled };
void set_order(Order order, std::uint64_t seed = 0);

// Makes the n-th allocation from now (1: the next) of device or pinned memory fail. 0: none.
void fail_allocation(int n);
// Loses the device at the n-th kernel from now, counted as kernels run: later calls return `error`.
void lose_device(int n, cudaError_t error = cudaErrorLaunchFailure);

void set_total_memory(std::size_t bytes);
void set_multiprocessors(int count);
void set_compute_capability(int major, int minor);

// Counts the objects that exist now: none once all backends and their drawings are destroyed.
struct Alive {
    std::size_t allocations = 0, device_bytes = 0, streams = 0, events = 0, graphs = 0;
    bool operator==(const Alive&) const = default;
};
Alive alive();

struct Counters {
    std::int64_t kernels = 0, graph_launches = 0, synchronisations = 0, allocations = 0;
};
Counters counters();

// Restores the settings, counters and error state of the process's start; objects stay alive.
void reset();

// Behaviour that CUDA leaves undefined (divergent barriers, writes beyond an allocation) aborts the
// process with a message on standard error. While a trap exists, it collects the messages instead.
// A kernel's fault then loses the device with cudaErrorLaunchFailure until reset().
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
