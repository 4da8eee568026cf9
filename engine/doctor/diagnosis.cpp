#include "engine/doctor/diagnosis.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redraw {

std::string_view name_of(Condition condition) {
    switch (condition) {
        case Condition::diverged:
            return "diverged";
        case Condition::dead_layer:
            return "dead layer";
        case Condition::saturated_layer:
            return "saturated layer";
        case Condition::first_omega_high:
            return "first omega too high";
        case Condition::first_omega_low:
            return "first omega too low";
        case Condition::rate_too_high:
            return "rate too high";
        case Condition::rate_too_low:
            return "rate too low";
        case Condition::one_tone:
            return "one tone";
    }
    return "";
}

std::string short_number(double value) {
    char text[48];
    if (value >= 0.01 || value <= 0) {
        std::snprintf(text, sizeof text, "%.4g", value);
        return text;
    }
    std::snprintf(text, sizeof text, "%.1e", value);  // rounds before the exponent is known
    const int exponent = std::atoi(std::strchr(text, 'e') + 1);
    std::snprintf(text, sizeof text, "%.2ge%d", std::atof(std::string(text, 3).c_str()), exponent);
    return text;
}

}  // namespace redraw
