#include "engine/system/file_name.h"

#include <algorithm>

namespace redraw {

std::string why_no_file_name(const std::string& text) {
    return text.find('/') == text.npos ? "" : "The name must not contain a slash.";
}

std::string file_name_of(std::string text, char instead) {
    std::ranges::replace(text, '/', instead);
    return text;
}

}  // namespace redraw
