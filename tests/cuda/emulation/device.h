// The emulated device: memory, errors, and a lock that admits one thread of the process at a time.
#pragma once

#include "control.h"
#include "cuda_emulation/launch.h"

#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace redraw::cuda::emulation {

// Device memory. Each allocation has its own pages, with an inaccessible page before and after; the
// unused part of its pages is guard zone. Pages are accessible only while the device works, so the
// host cannot access them. New memory is filled with poison.
class DeviceMemory {
public:
    void* allocate(std::size_t bytes);
    // Frees an allocation and checks its guard zones. Returns false if none begins at `pointer`.
    bool free(void* pointer);
    bool contains(const void* pointer, std::size_t bytes) const;
    void open() const;
    void close() const;
    std::size_t bytes() const { return bytes_; }
    std::size_t count() const { return allocations_.size(); }

private:
    struct Allocation {
        std::size_t bytes;
        std::byte* pages;  // the first accessible page
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
    // Most bytes of dynamic shared memory that a block can opt in to: 227 KiB, as on sm_90.
    std::size_t shared_memory = 227 * 1024;
    bool tensor_cores_truncate = false;
};

struct Device {
    std::mutex mutex;
    DeviceMemory memory;
    std::map<std::byte*, std::size_t> pinned;
    std::set<cudaStream_t> streams;  // without the default stream
    std::set<cudaEvent_t> events;
    std::set<cudaGraph_t> graphs;
    std::set<cudaGraphExec_t> executables;
    Settings settings;
    Counters counters;
    cudaError_t lost = cudaSuccess;  // sticky: once set, most calls return it

    Device();  // reads settings from the environment
    bool is_pinned(const void* pointer, std::size_t bytes) const;
    bool allocation_fails();  // counts the allocation; true if it must fail
    // Runs all blocks in the configured order. A fault or a planned loss makes the device lost.
    void run_kernel(const LaunchShape& shape, const std::function<void()>& thread);
};

Device& device();

// Records an error for cudaGetLastError(), except cudaErrorNotReady; returns `error`.
cudaError_t result(cudaError_t error);

}  // namespace redraw::cuda::emulation
