#include "app/cli/print.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace redraw {
namespace {

int first_error = 0;
bool to_standard_error = false;

std::FILE* stream() {
    return to_standard_error ? stderr : stdout;
}

// Calls `print`, which returns false on failure, and keeps its errno.
template <class Print>
void check(Print print) {
    errno = 0;
    if (!print() && first_error == 0) first_error = errno != 0 ? errno : EIO;
}

}  // namespace

void print_text(std::string_view text) {
    check([&] { return std::fwrite(text.data(), 1, text.size(), stream()) == text.size(); });
}

Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : nullptr;
}

void put_psnr(Json& object, double psnr) {
    object["psnr"] = finite_or_null(psnr);
    if (psnr == std::numeric_limits<double>::infinity()) object["exact"] = true;
}

void print_json(const Json& object) {
    const std::string line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    print_text(line);
    flush_printed();
}

void flush_printed() {
    check([] { return std::fflush(stream()) == 0; });
}

void print_to_standard_error() {
    to_standard_error = true;
}

int print_error() {
    return first_error;
}

}  // namespace redraw
