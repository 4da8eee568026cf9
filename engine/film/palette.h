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

// At most `size` colours for these RGB bytes: their own where they are no more, else by median cut
// (Heckbert 1982).
std::vector<Rgb> median_cut(std::span<const std::uint8_t> rgb, std::size_t size);

// The nearest colour of a palette. Of every cell of 5 bits a channel it keeps the colours that are
// nearest to any of its points, found when the cell is first asked for.
class NearestColour {
public:
    explicit NearestColour(std::vector<Rgb> palette);
    std::uint8_t operator()(Rgb colour);

private:
    std::vector<std::uint8_t> candidates(Rgb cell) const;

    std::vector<Rgb> palette_;
    std::vector<std::vector<std::uint8_t>> known_;
};

}  // namespace redraw
