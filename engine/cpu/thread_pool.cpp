#include "engine/cpu/thread_pool.h"

#include "engine/system/wait.h"

#include <algorithm>
#include <system_error>

namespace redraw::cpu {

namespace {

constexpr int kMostThreads = 256;
// Rounds of spinning before a thread sleeps: about 20 microseconds, longer than the gap between two
// parts of a step, far shorter than a frame of the window.
constexpr int kSpins = 500;
// The fewest multiply-adds of a task for which other threads are woken: about 10 microseconds, as
// long as waking a thread. On a busy machine waking takes milliseconds, so threads would spend a
// tiny network's step waiting.
constexpr double kWorthWaking = 1 << 18;

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// Waits until the value is no longer `old` and returns the new one.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    for (int spin = 0; spin < kSpins; ++spin) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old) return now;
        pause();
    }
    wait_while(value, old);
    return value.load(std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
    threads = std::clamp(threads, 1, kMostThreads);
    workers_.reserve(std::size_t(threads) - 1);
    try {
        for (int thread = 1; thread < threads; ++thread)
            workers_.emplace_back([this, thread] { work(thread); });
    } catch (const std::system_error&) {
        // The system refuses more threads: the threads that started are enough.
    }
}

ThreadPool::~ThreadPool() {
    quit_ = true;
    round_.fetch_add(1, std::memory_order_release);
    wake_all(round_);
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(int items, double work, void* context, Call call) {
    call_ = call;
    context_ = context;
    items_ = items;
    next_.store(0, std::memory_order_relaxed);
    if (items <= 1 || workers_.empty() || work < kWorthWaking) return take_items(0);
    busy_.store(std::uint32_t(workers_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    wake_all(round_);
    take_items(0);
    for (std::uint32_t busy = busy_.load(std::memory_order_acquire); busy != 0;)
        busy = wait_for_change(busy_, busy);
}

void ThreadPool::take_items(int thread) {
    for (int item; (item = next_.fetch_add(1, std::memory_order_relaxed)) < items_;)
        call_(context_, item, thread);
}

void ThreadPool::work(int thread) {
    std::uint32_t round = 0;
    for (;;) {
        round = wait_for_change(round_, round);
        if (quit_) return;
        take_items(thread);
        if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake_one(busy_);
    }
}

}  // namespace redraw::cpu
