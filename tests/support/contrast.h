// The relative luminance of a colour and the contrast of two, as WCAG 2 defines them.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace redraw_test {

inline double luminance(ImU32 colour) {
    const auto linear = [](ImU32 level) {
        const double v = double(level & 255) / 255;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour >> 16);
}

// Returns the contrast ratio of two opaque colours, 1 to 21.
inline double contrast(ImU32 a, ImU32 b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace redraw_test
