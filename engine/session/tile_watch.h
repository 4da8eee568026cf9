// Finds the tiles whose runs changed since they were drawn: another process trains them one by one
// while the picture is open. A run that is being written is left alone until it rests. Owned by
// TiledView, on the session thread.
#pragma once

#include "engine/tiles/tiling.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace redraw {

class TileWatch {
public:
    // The runs there are now count as drawn.
    TileWatch(const Tiling& tiling, std::filesystem::path join_file);

    // The tiles without a run when this was made.
    const std::vector<std::int64_t>& missing() const { return missing_; }  // row by row
    // The tiles whose runs appeared, changed or disappeared since, and rest. Looks at every file.
    std::vector<std::int64_t> look();
    double seconds_until_due() const;  // until the next look()

private:
    using Clock = std::chrono::steady_clock;
    using Time = std::filesystem::file_time_type;
    Time written(std::int64_t tile) const;  // Time::min(): no run

    Tiling tiling_;
    std::filesystem::path join_file_;
    std::vector<Time> drawn_, seen_;  // of each tile; the latter when it was last looked at
    std::vector<std::int64_t> missing_;
    Clock::time_point due_;
};

}  // namespace redraw
