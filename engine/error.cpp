#include "engine/error.h"

#include <cstdio>
#include <cstdlib>

namespace redraw {

void check_failed(const char* condition, const char* file, int line, const char* message) {
    std::fprintf(stderr, "redraw: internal error at %s:%d: %s (%s)\n", file, line, message,
                 condition);
    std::abort();
}

}  // namespace redraw
