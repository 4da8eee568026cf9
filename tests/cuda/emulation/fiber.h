// A stack for one CUDA thread of the running block, kept for later blocks. A switch takes a few
// nanoseconds, since it makes no system calls as swapcontext() does. Used only on the thread that
// currently runs kernels.
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

    // Makes the next resume() run `function` from its beginning.
    void start(const std::function<void()>& function);
    // Runs until the function returns or suspends. Rethrows the function's exception.
    void resume();
    // Returns to the caller of resume(). Call on the fiber itself.
    void suspend();
    bool finished() const { return finished_; }

private:
    static void entry();
    void enter_fiber();
    void enter_caller(bool for_good);

    std::byte* stack_;  // mapped above an inaccessible page
    void* stack_pointer_ = nullptr;
    void* caller_pointer_ = nullptr;
    const std::function<void()>* function_ = nullptr;
    std::exception_ptr error_;
    bool finished_ = true;
    // AddressSanitizer's records of the two stacks.
    [[maybe_unused]] void* fiber_fake_stack_ = nullptr;
    [[maybe_unused]] void* caller_fake_stack_ = nullptr;
    [[maybe_unused]] const void* caller_bottom_ = nullptr;
    [[maybe_unused]] std::size_t caller_size_ = 0;
};

}  // namespace redraw::cuda::emulation
