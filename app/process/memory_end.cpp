#include "app/process/memory_end.h"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

namespace redraw {
namespace {

const char* program_name = "";

void say_without_memory(const char* text) {
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

[[noreturn]] void end() {
    try {
        if (const std::exception_ptr now = std::current_exception()) std::rethrow_exception(now);
    } catch (const std::bad_alloc&) {
        say_without_memory(program_name);
        say_without_memory(": there is not enough memory for that.\n");
        _exit(1);
    } catch (...) {
    }
    std::abort();
}

}  // namespace

void end_with_a_sentence_without_memory(const char* program) {
    program_name = program;
    std::set_terminate(end);
}

void give_large_buffers_back() {
#ifdef __GLIBC__
    // In bytes. Setting this threshold also stops glibc from changing it.
    constexpr int kLarge = 256 << 10;
    mallopt(M_MMAP_THRESHOLD, kLarge);
    mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

}  // namespace redraw
