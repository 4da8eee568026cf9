#include "engine/error.h"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>

namespace redraw {

void check_failed(const char* condition, const char* file, int line, const char* message) {
    // Past `stderr`, which may be muted (engine/module/muted_stderr.h).
    dprintf(STDERR_FILENO, "redraw: internal error at %s:%d: %s (%s)\n", file, line, message,
            condition);
    std::abort();
}

}  // namespace redraw
