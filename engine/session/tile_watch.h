// Which tiles of a picture have another run than the one that was drawn: they are learned one by
// one, here or elsewhere, while somebody looks. A run that is being written is left alone until it
// rests. Owned by TiledView, on the session thread.
#pragma once

#include "engine/tiles/tiling.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace redraw {

class TileWatch {
public:
    // What is there now counts as drawn.
    TileWatch(const Tiling& tiling, std::filesystem::path join_file);

    // Those without a run, when it began.
    const std::vector<std::int64_t>& missing() const { return missing_; }  // row by row
    // Whose runs have come, changed or gone since, and rest. Looks at every file.
    std::vector<std::int64_t> look();
    double seconds_until_due() const;  // until it is worth another look

private:
    using Clock = std::chrono::steady_clock;
    using Time = std::filesystem::file_time_type;
    Time written(std::int64_t tile) const;  // the least there is: no run

    Tiling tiling_;
    std::filesystem::path join_file_;
    std::vector<Time> drawn_, seen_;  // of each tile; the latter when it was last looked at
    std::vector<std::int64_t> missing_;
    Clock::time_point due_;
};

}  // namespace redraw
