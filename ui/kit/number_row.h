// Rows whose field is a number. They take what was typed on Enter or when the field is left; true
// when the value changed. Text that is no number leaves the value as it was.
#pragma once

#include "ui/kit/widgets.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace redraw {

// "2e-3", "1,240", "0,5" (a single comma that cannot group thousands is a decimal one).
std::optional<double> parse_number(std::string text);

// `shown` replaces the number while nobody types; an empty field means `fallback`.
bool number_row(Ui& ui, Setting setting, double& value, double fallback,
                const std::string& shown = "");

std::optional<std::int64_t> whole_number_row(Ui& ui, Setting setting, std::int64_t value,
                                             std::int64_t fallback);

template <class Integer>
bool count_row(Ui& ui, Setting setting, Integer& value, Integer fallback) {
    const auto taken = whole_number_row(ui, setting, std::int64_t(value), std::int64_t(fallback));
    if (!taken || *taken < 0) return false;
    const std::int64_t most = sizeof(Integer) < 8 ? std::numeric_limits<int>::max() : *taken;
    value = static_cast<Integer>(std::min(*taken, most));
    return true;
}

}  // namespace redraw
