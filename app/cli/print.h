// Prints to standard output, or its replacement, and keeps the first error: at the end of a long
// training errno would be another one. One thread.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <string_view>
#include <utility>

namespace redraw {

using Json = nlohmann::ordered_json;

void print_text(std::string_view text);
// As fmt::print().
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
    print_text(fmt::format(format, std::forward<Values>(values)...));
}
// For print_json(): JSON has no infinity and no NaN, which become null.
Json finite_or_null(double value);
// Sets "psnr" in dB; NaN (unknown) becomes null, infinity null with "exact": true.
void put_psnr(Json& object, double psnr);
// Prints one object a line and flushes it. Invalid UTF-8 becomes U+FFFD.
void print_json(const Json& object);
// Flushes.
void flush_printed();

// Prints to standard error from now on: standard output is for a drawing.
void print_to_standard_error();

int print_error();  // errno of the first failure, or 0

}  // namespace redraw
