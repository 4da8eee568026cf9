// Standard output, and why it refused: the reason is kept from the moment it did, since by the end
// of a long training it would be that of something else. One thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace redraw {

// As printf().
void print(const char* format, ...) __attribute__((format(printf, 1, 2)));
// One object a line, which a reader has at once. What is not UTF-8 in it becomes U+FFFD.
void print_json(const nlohmann::ordered_json& object);
// What was printed is with its reader.
void flush_printed();

int print_error();  // errno of the first failure, or 0

}  // namespace redraw
