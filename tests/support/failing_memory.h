// Makes memory run out on command: the n-th allocation from now fails, in whatever library. Under a
// sanitizer, which has its own allocator, only `new` fails. Include this in one translation unit of
// a program only.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REDRAW_FAILING_NEW_ONLY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define REDRAW_FAILING_NEW_ONLY 1
#endif
#endif

namespace failing_memory {

// Allocations until one fails; 0: none will; negative: it has failed.
inline std::atomic<int> countdown = 0;
inline std::atomic<bool> stays_out = false;  // every later allocation fails as well

inline bool fails() {
    const int now = countdown.load(std::memory_order_relaxed);
    if (now == 0) return false;
    if (now < 0) return stays_out;
    if (countdown.fetch_sub(1) != 1) return false;
    countdown = -1;
    return true;
}

}  // namespace failing_memory

#ifdef REDRAW_FAILING_NEW_ONLY

void* operator new(std::size_t bytes) {
    void* memory = failing_memory::fails() ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new(std::size_t bytes, std::align_val_t align) {
    const std::size_t step = std::size_t(align);
    void* memory = failing_memory::fails()
                       ? nullptr
                       : std::aligned_alloc(step, (bytes + step - 1) / step * step);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

#else  // as in glibc's manual, "Replacing malloc"; memory is still glibc's, so `free` stays

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t bytes) {
    if (!failing_memory::fails()) return __libc_malloc(bytes);
    errno = ENOMEM;
    return nullptr;
}
void* calloc(std::size_t count, std::size_t each) {
    if (!failing_memory::fails()) return __libc_calloc(count, each);
    errno = ENOMEM;
    return nullptr;
}
void* realloc(void* memory, std::size_t bytes) {
    if (!failing_memory::fails()) return __libc_realloc(memory, bytes);
    errno = ENOMEM;
    return nullptr;
}
void* aligned_alloc(std::size_t align, std::size_t bytes) {
    if (!failing_memory::fails()) return __libc_memalign(align, bytes);
    errno = ENOMEM;
    return nullptr;
}
}

#endif
