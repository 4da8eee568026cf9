// ThreadPool: threads that wait for the next piece of a training step. One thread owns and calls
// it, and works too. Between calls the others spin for some microseconds, since a step calls again
// at once, then sleep, so that the window's thread keeps its share of a small machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace redraw::cpu {

class ThreadPool {
public:
    // Fewer when the system refuses to start that many; at least the caller.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return int(workers_.size()) + 1; }

    // Calls task(item, thread) for every item in [0, items), in any order, each on the next free
    // thread; returns when all are done. `task` must not throw. `work` is about how many
    // multiply-adds they are together: so few that the others would wake up too late are the
    // caller's alone.
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
    alignas(64) std::atomic<int> busy_{0};
    std::vector<std::thread> workers_;
};

}  // namespace redraw::cpu
