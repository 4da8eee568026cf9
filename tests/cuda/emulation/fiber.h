// A stack of its own for every CUDA thread of the running block, and switches between them in a few
// nanoseconds: swapcontext() would make two system calls each. Stacks are kept for the next block.
// Used by the one thread that runs kernels at a time.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

namespace redraw::cuda::emulation {

class Fiber {
public:
    Fiber();
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // From now on resume() runs `function` from its beginning.
    void start(const std::function<void()>& function);
    // Until the function returns or suspends; throws what it threw.
    void resume();
    // Called on the fiber itself: back to who resumed it.
    void suspend();
    bool finished() const { return finished_; }

private:
    static void entry();
    void enter_fiber();
    void enter_caller(bool for_good);

    std::byte* stack_;  // mapped, with an inaccessible page below
    void* stack_pointer_ = nullptr;
    void* caller_pointer_ = nullptr;
    const std::function<void()>* function_ = nullptr;
    std::exception_ptr error_;
    bool finished_ = true;
    // AddressSanitizer's notes about the two stacks.
    [[maybe_unused]] void* fiber_fake_stack_ = nullptr;
    [[maybe_unused]] void* caller_fake_stack_ = nullptr;
    [[maybe_unused]] const void* caller_bottom_ = nullptr;
    [[maybe_unused]] std::size_t caller_size_ = 0;
};

}  // namespace redraw::cuda::emulation
