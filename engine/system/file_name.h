// Names of files as the system allows them. Pure functions; texts are UTF-8.
#pragma once

#include <string>

namespace redraw {

// Returns a sentence saying why a text is no file name; or empty. Does not complain about length.
std::string why_no_file_name(const std::string& text);
// Replaces what keeps a text from being a file name by `instead`, a letter that may be in one.
std::string file_name_of(std::string text, char instead);

}  // namespace redraw
