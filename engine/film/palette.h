// The colours of a GIF: chosen once for the whole film, so that a pixel that does not change keeps
// its number. Pure functions.
#pragma once

#include "engine/image/image.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

using Rgb = std::array<std::uint8_t, 3>;

// At most `size` colours for these RGB bytes by median cut (Heckbert 1982).
std::vector<Rgb> median_cut(std::span<const std::uint8_t> rgb, std::size_t size);

// The nearest colour of a palette, looked up by the upper 6 bits a channel; filled in as asked for.
class NearestColour {
public:
    explicit NearestColour(std::vector<Rgb> palette);
    std::uint8_t operator()(Rgb colour);

private:
    std::vector<Rgb> palette_;
    std::vector<std::int16_t> known_;
};

}  // namespace redraw
