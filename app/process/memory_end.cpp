#include "app/process/memory_end.h"

#include "engine/system/process.h"

#include <cstdlib>
#include <exception>
#include <new>

namespace redraw {
namespace {

const char* program_name = "";

[[noreturn]] void end() {
    try {
        if (const std::exception_ptr now = std::current_exception()) std::rethrow_exception(now);
    } catch (const std::bad_alloc&) {
        write_to_standard_error(program_name);
        write_to_standard_error(": there is not enough memory for that.\n");
        std::_Exit(1);
    } catch (...) {
    }
    std::abort();
}

}  // namespace

void end_with_a_sentence_without_memory(const char* program) {
    program_name = program;
    std::set_terminate(end);
}

}  // namespace redraw
