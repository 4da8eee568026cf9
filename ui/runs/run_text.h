// Runs in words: their settings in a line, what differs between two. Pure functions.
#pragma once

#include "engine/network/config.h"

#include <string>
#include <vector>

namespace redraw::ui {

std::string layers_text(const std::vector<int>& layers);  // "4 layers of 128", "layers 64, 32"
std::string settings_line(const Config& config);          // "SIREN, 4 layers of 128, rate 2e-3"

struct Difference {
    std::string what, a, b;
};
// Only what differs, the most telling first.
std::vector<Difference> differences(const Config& a, const Config& b);

}  // namespace redraw::ui
