// The state of the sheet that sets up a race.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

struct RaceSheet {
    std::optional<Config> first{};  // configuration of network A; absent: Settings::edited
    // The configurations of the other runs in the race, 1 to kMostRivals.
    std::vector<Config> rivals{Config{}};
    std::string ready{};  // name of the chosen ReadyRace; empty: none
    std::size_t at = 0;   // index in `rivals` of the configuration that is edited
    std::optional<double> finish_line{};
    std::string problem{};
};

}  // namespace redraw::ui
