// The emulated device as a whole: its memory, its errors, and the lock that lets one thread of the
// process at a time work with it.
#pragma once

#include "control.h"
#include "cuda_emulation/launch.h"

#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace redraw::cuda::emulation {

// Device memory in pages of its own. The host cannot touch it (it is inaccessible unless the device
// works), nobody can once it is freed, and a page without access lies on either side; the rest of
// its own pages is guard zone. An allocation starts out poisoned.
class DeviceMemory {
public:
    void* allocate(std::size_t bytes);
    // False when `pointer` is not the beginning of an allocation. Checks the guard zones.
    bool free(void* pointer);
    bool contains(const void* pointer, std::size_t bytes) const;
    void open() const;  // to the device
    void close() const;
    std::size_t bytes() const { return bytes_; }
    std::size_t count() const { return allocations_.size(); }

private:
    struct Allocation {
        std::size_t bytes;
        std::byte* pages;  // accessible ones
        std::size_t pages_bytes;
    };
    std::map<std::byte*, Allocation> allocations_;
    std::size_t bytes_ = 0;
};

struct Settings {
    Order order = Order::forward;
    std::uint64_t seed = 0;
    int failing_allocation = 0, losing_kernel = 0;
    cudaError_t loss = cudaErrorLaunchFailure;
    std::size_t total_memory = std::size_t{8} << 30;
    int multiprocessors = 3, major = 9, minor = 0;
    // What a block may have of dynamic shared memory when it is asked for: 227 KiB, as since sm_90.
    std::size_t shared_memory = 227 * 1024;
    bool tensor_cores_truncate = false;
};

struct Device {
    std::mutex mutex;
    DeviceMemory memory;
    std::map<std::byte*, std::size_t> pinned;
    std::set<cudaStream_t> streams;  // the default stream is not among them
    std::set<cudaEvent_t> events;
    std::set<cudaGraph_t> graphs;
    std::set<cudaGraphExec_t> executables;
    Settings settings;
    Counters counters;
    cudaError_t lost = cudaSuccess;  // sticky: once set, every call returns it

    Device();  // reads the environment
    bool is_pinned(const void* pointer, std::size_t bytes) const;
    bool allocation_fails();  // counts down
    // Runs every block, in the order that is set; a fault or a planned loss makes the device lost.
    void run_kernel(const LaunchShape& shape, const std::function<void()>& thread);
};

Device& device();

// The result of every call goes through here: it is also what cudaGetLastError() returns.
cudaError_t result(cudaError_t error);

}  // namespace redraw::cuda::emulation
