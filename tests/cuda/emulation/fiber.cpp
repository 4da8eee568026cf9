#include "fiber.h"

#include "guard.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

// Switches stacks. Saves the callee-saved registers of the System V ABI (x86-64) on the current
// stack and its pointer in *from. Then takes the stack `to`, which holds saved registers above a
// return address, restores the registers and returns.
extern "C" [[gnu::visibility("hidden")]] void redraw_switch_stack(void** from, void* to);
asm(R"(
    .text
    .hidden redraw_switch_stack
    .globl redraw_switch_stack
    .type redraw_switch_stack, @function
redraw_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size redraw_switch_stack, . - redraw_switch_stack
)");

namespace redraw::cuda::emulation {

namespace {

// Large enough for a kernel's locals in unoptimised builds with the sanitizers' red zones.
// Untouched pages cost no memory.
constexpr std::size_t kStackBytes = 512 * 1024, kPage = 4096, kSavedRegisters = 6;

Fiber* starting = nullptr;

}  // namespace

Fiber::Fiber() {
    void* mapped = mmap(nullptr, kPage + kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mprotect(mapped, kPage, PROT_NONE);
    stack_ = static_cast<std::byte*>(mapped) + kPage;
}

Fiber::~Fiber() {
    munmap(stack_ - kPage, kPage + kStackBytes);
}

void Fiber::start(const std::function<void()>& function) {
    // Remove AddressSanitizer's red zones of the last run. entry() never returns, so the zones of
    // its frame are still there; after a fault, zones can be anywhere on the stack.
    const std::size_t stale = finished_ ? kPage : kStackBytes;
    ASAN_UNPOISON_MEMORY_REGION(stack_ + kStackBytes - stale, stale);
    function_ = &function;
    finished_ = false;
    fiber_fake_stack_ = nullptr;
    // Build the first stack from the top: a return address of zero for entry(), which never
    // returns, to end stack unwinding; the address that the switch returns to; the registers it
    // restores. The stack is then aligned in entry() as after a call.
    auto* top = reinterpret_cast<std::uint64_t*>(stack_ + kStackBytes);
    *--top = 0;
    *--top = reinterpret_cast<std::uint64_t>(&Fiber::entry);
    for (std::size_t i = 0; i < kSavedRegisters; ++i) *--top = 0;
    stack_pointer_ = top;
}

void Fiber::resume() {
    starting = this;
    enter_fiber();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Fiber::suspend() {
    enter_caller(false);
}

void Fiber::entry() {
    Fiber& self = *starting;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &self.caller_bottom_, &self.caller_size_);
#endif
    try {
        (*self.function_)();
    } catch (...) {
        self.error_ = std::current_exception();
    }
    self.finished_ = true;
    self.enter_caller(true);
}

void Fiber::enter_fiber() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&caller_fake_stack_, stack_, kStackBytes);
#endif
    redraw_switch_stack(&caller_pointer_, stack_pointer_);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(caller_fake_stack_, nullptr, nullptr);
#endif
}

void Fiber::enter_caller([[maybe_unused]] bool for_good) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fiber_fake_stack_, caller_bottom_,
                                   caller_size_);
#endif
    redraw_switch_stack(&stack_pointer_, caller_pointer_);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fiber_fake_stack_, &caller_bottom_, &caller_size_);
#endif
}

}  // namespace redraw::cuda::emulation
