#include "engine/text/percent_encoding.h"

namespace redraw {

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/.-_~";
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (kPlain.find(c) != kPlain.npos)
            encoded += c;
        else
            (encoded += '%') += {kHex[byte >> 4], kHex[byte & 15]};
    }
    return encoded;
}

}  // namespace redraw
