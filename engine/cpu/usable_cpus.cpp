#include "engine/cpu/usable_cpus.h"

#include "engine/error.h"
#include "engine/system/machine.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw::cpu {

namespace {

int environment_limit() {
    const char* value = std::getenv("REDRAW_THREADS");
    const std::string_view text = value ? value : "";
    if (text.empty()) return std::numeric_limits<int>::max();
    int limit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (error != std::errc{} || end != text.data() + text.size() || limit < 1)
        throw Error("REDRAW_THREADS is \"" + std::string(text) +
                    "\"; it may be a whole number from 1 on.");
    return limit;
}

}  // namespace

int usable_cpus() {
    return std::min(allowed_cpus(), environment_limit());
}

}  // namespace redraw::cpu
