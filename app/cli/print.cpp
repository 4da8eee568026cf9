#include "app/cli/print.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <string>

namespace redraw {
namespace {

int first_error = 0;

void check(bool printed) {
    if (!printed && first_error == 0) first_error = errno;
}

}  // namespace

void print_text(std::string_view text) {
    check(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : nullptr;
}

void print_json(const Json& object) {
    const std::string line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    print_text(line);
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
