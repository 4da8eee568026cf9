// Commands of the window about a race (engine/session/command.h).
#pragma once

#include "engine/network/config.h"

#include <optional>
#include <vector>

namespace redraw::command {

// Starts a race: runs with the open run's configuration and with those of one to three rivals train
// in turn, all from new weights, on the same picture, to the ends of their own schedules. If there
// is a finish line (PSNR in dB), the first to reach it wins (winner_of()).
struct Race {
    std::vector<Config> rivals;
    std::optional<double> finish_line{};
    // Configuration of the first racer, A; absent: that of the open run.
    std::optional<Config> first{};
};

}  // namespace redraw::command
