// The training times offered for a picture.
#pragma once

#include "engine/text/numbers.h"

#include <array>
#include <string>

namespace redraw::ui {

inline constexpr std::array kTimes{10.0, 30.0, 60.0, 300.0, 600.0, 3600.0};  // seconds

inline std::string time_text(double seconds) {
    return seconds > 0 ? time_span(seconds) : "By epochs";
}

}  // namespace redraw::ui
