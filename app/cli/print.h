// Standard output, or what stands for it, and why it refused: the reason is kept from the moment it
// did, since by the end of a long training it would be that of something else. One thread.
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
// For print_json(), which has no infinity and no NaN: those become null.
Json finite_or_null(double value);
// Sets "psnr" to dB, or to null: NaN is not known; of +infinity "exact": true stands beside it.
void put_psnr(Json& object, double psnr);
// One object a line, which a reader has at once. What is not UTF-8 in it becomes U+FFFD.
void print_json(const Json& object);
// What was printed is with its reader.
void flush_printed();

// Where standard output is for something else: a drawing.
void print_to_standard_error();

int print_error();  // errno of the first failure, or 0

}  // namespace redraw
