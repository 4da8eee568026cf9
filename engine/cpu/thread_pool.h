// ThreadPool: threads that wait for the next piece of a training step. One thread owns and calls
// the pool, and works too. Between calls the other threads spin for some microseconds, since a step
// calls again at once. They then sleep, which leaves the window's thread its share of a small
// machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace redraw::cpu {

class ThreadPool {
public:
    // `threads` includes the calling thread. Starts fewer if the system refuses; at most 256.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return int(workers_.size()) + 1; }

    // Calls task(item, thread) for every item in [0, items), in any order, each on the next free
    // thread. Returns when all are done. `task` must not throw. `work`: the total number of
    // multiply-adds, roughly. If `work` is too small to be worth waking other threads, the caller
    // does everything.
    template <class Task>
    void run(int items, double work, Task&& task) {
        using Plain = std::remove_reference_t<Task>;
        run(items, work, const_cast<void*>(static_cast<const void*>(&task)),
            [](void* context, int item, int thread) {
                (*static_cast<Plain*>(context))(item, thread);
            });
    }

private:
    using Call = void (*)(void* context, int item, int thread);
    void run(int items, double work, void* context, Call call);
    void take_items(int thread);
    void work(int thread);

    // The current work; written before `round_` announces it and unchanged until `busy_` is 0.
    Call call_ = nullptr;
    void* context_ = nullptr;
    int items_ = 0;
    bool quit_ = false;

    alignas(64) std::atomic<std::uint32_t> round_{0};
    alignas(64) std::atomic<int> next_{0};
    alignas(64) std::atomic<std::uint32_t> busy_{0};
    std::vector<std::thread> workers_;
};

}  // namespace redraw::cpu
