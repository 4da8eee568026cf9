#include "engine/export/code_text.h"

#include "engine/error.h"

#include <fmt/format.h>

namespace redraw {

std::string literal(double value) {
    std::string digits = fmt::format("{:.9g}", value);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".";
    return digits;
}

std::string about(const NetworkCode& code) {
    std::string title;
    for (const char c : code.title)  // what could end the comment is left out
        if (static_cast<unsigned char>(c) >= ' ' && c != '*' && c != '/' && c != '\\') title += c;
    return fmt::format("{}, drawn by Redraw: a network of {} numbers.", title,
                       code.parameters.size());
}

void require_coordinates(const NetworkCode& code) {
    if (code.network.encoding == Encoding::window)
        throw Error(
            "Code cannot hold this network: it draws from a picture, not from coordinates.");
}

}  // namespace redraw
