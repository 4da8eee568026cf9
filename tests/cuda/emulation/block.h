// The running block: its threads, the barriers they wait at, and the values they exchange within a
// warp. One block runs at a time, on one thread of the process.
#pragma once

#include "cuda_emulation/launch.h"
#include "fiber.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw::cuda::emulation {

// The operation that a thread waits at, with its arguments and result.
struct Arrival {
    enum class Kind { none, block_barrier, warp_barrier, exchange, ballot, mma };
    Kind kind = Kind::none;
    Place place;
    unsigned mask = ~0u;
    std::uint64_t value = 0;  // exchange, ballot: the lane's value, later the result
    int source = 0;           // exchange: the lane whose value is requested
    float* d = nullptr;       // mma: this lane's fragments d, a and b
    const std::uint32_t *a = nullptr, *b = nullptr;
};

using WarpArrivals = std::array<Arrival*, 32>;  // null: no such lane, or not in the mask

// Performs the operation that the lanes of one warp wait at (warp.cpp).
void complete(const WarpArrivals& lanes);

class Block {
public:
    // Runs all threads to their end. `order` lists their indices. Throws KernelFault.
    void run(const LaunchShape& shape, uint3 index, const std::vector<unsigned>& order,
             const std::function<void()>& thread);

    // Functions of the running thread. wait() suspends it until its operation is complete.
    Arrival& wait(Arrival arrival);
    int lane() const { return int(running_ % 32); }
    std::byte* shared() { return shared_; }
    bool is_running() const { return is_running_; }
    std::string thread_name() const { return name_of(running_); }

private:
    struct Thread {
        Fiber fiber;
        Arrival arrival;
    };
    void run_threads(const LaunchShape& shape, const std::vector<unsigned>& order);
    // Resumes each lane until it waits or finishes. Returns false if no lane could run.
    bool run_lanes(const LaunchShape& shape, const std::vector<unsigned>& lanes);
    void release_warp(unsigned warp);
    void release_block();
    std::string name_of(unsigned thread) const;
    [[noreturn]] void stuck() const;

    std::vector<std::unique_ptr<Thread>> threads_;  // as many as the largest block had
    std::byte* shared_ = nullptr;
    unsigned count_ = 0, running_ = 0;
    unsigned at_block_barrier_ = 0, finished_ = 0;
    bool is_running_ = false;
};

Block& block();

}  // namespace redraw::cuda::emulation
