#include "app/cli/print.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <string>

namespace redraw {
namespace {

int first_error = 0;

void check(bool printed) {
    if (!printed && first_error == 0) first_error = errno;
}

}  // namespace

void print(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    check(std::vprintf(format, arguments) >= 0);
    va_end(arguments);
}

void print_json(const nlohmann::ordered_json& object) {
    const std::string line =
        object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    check(std::fwrite(line.data(), 1, line.size(), stdout) == line.size());
    flush_printed();
}

void flush_printed() {
    check(std::fflush(stdout) == 0);
    check(std::ferror(stdout) == 0);
}

int print_error() {
    return first_error;
}

}  // namespace redraw
