#include "engine/tiles/tile_checksum.h"

#include "engine/image/image_writer.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace redraw {
namespace {

constexpr int kMostLevel = 65535;

}  // namespace

// Adds red, green, blue and alpha of 16 bits, least significant byte first: a gray pixel may have
// been learned in colour. Colours under alpha 0 do not count.
void TileChecksum::add_row(const float* row, int width, int channels, int bit_depth) {
    const int most = (1 << bit_depth) - 1;
    std::vector<std::byte> bytes;
    bytes.reserve(std::size_t(width) * 8);
    for (int x = 0; x < width; ++x, row += channels) {
        const auto level = [&](int channel) {
            return quantise(float(quantise(row[channel], most)) / float(most), kMostLevel);
        };
        const int colours = channels >= 3 ? 3 : 1;
        std::array<int, 4> pixel{level(0), level(colours == 3 ? 1 : 0), level(colours - 1),
                                 channels > colours ? level(colours) : kMostLevel};
        if (pixel[3] == 0) pixel = {};
        for (const int value : pixel) {
            bytes.push_back(std::byte(value & 0xff));
            bytes.push_back(std::byte(value >> 8));
        }
    }
    sum_.add(std::span<const std::byte>(bytes));
}

std::uint32_t tile_checksum(const Image& tile) {
    TileChecksum sum;
    for (int y = 0; y < tile.height; ++y) sum.add_row(tile.row(y), tile.width, tile.channels, 16);
    return sum.value();
}

bool has_learned(const RunFile& run, std::uint32_t checksum, int channels) {
    if (const auto source = run.source()) return tile_checksum(*source) == checksum;
    return run.channels() != channels || tile_checksum(run.target()) == checksum;
}

}  // namespace redraw
