// The checksum of a tile's pixels. It stays the same when the tile is written as PNG, opened and
// kept in a run, so that a run is known to have learned this tile and no other. Plain values.
#pragma once

#include "engine/image/image.h"
#include "engine/run/checksum.h"
#include "engine/run/run_file.h"

#include <cstdint>

namespace redraw {

class TileChecksum {
public:
    // A row of `channels` values a pixel, which lie on the levels of `bit_depth` once written.
    void add_row(const float* row, int width, int channels, int bit_depth);
    std::uint32_t value() const { return std::uint32_t(sum_.value()); }

private:
    Checksum sum_;
};

std::uint32_t tile_checksum(const Image& tile);

// False when the run learned another picture. True also of a run that does not hold the picture as
// it was opened, which one of hundreds of megabytes may not.
bool has_learned(const RunFile& run, std::uint32_t checksum, int channels);

}  // namespace redraw
