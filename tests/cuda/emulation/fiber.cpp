#include "fiber.h"

#include "guard.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

// Saves the registers that the System V ABI (x86-64) wants preserved on the present stack and its
// pointer in *from, then goes on where the stack `to` was left: there the same registers lie on top
// of the address to return to.
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

// Ample for a kernel's locals without optimisation and with the sanitizers' red zones; pages that
// are never touched cost nothing.
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
    // entry() never returns, so its frame's red zones are still there; those of a fiber that a
    // fault left behind are anywhere.
    const std::size_t stale = finished_ ? kPage : kStackBytes;
    ASAN_UNPOISON_MEMORY_REGION(stack_ + kStackBytes - stale, stale);
    function_ = &function;
    finished_ = false;
    fiber_fake_stack_ = nullptr;
    // What the switch pops, then the address it returns to, then the one entry() would return to:
    // it never does, and zero ends an unwinder's walk. Upon entry the stack is aligned as after a
    // call.
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
