// Chooses the palette of a GIF. Internal to engine/features/film.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

// A colour. The palette of a GIF is chosen once for the whole film, so that an unchanged pixel
// keeps its index.
using Rgb = std::array<std::uint8_t, 3>;

// Chooses at most `size` colours for these RGB bytes: exactly their colours if few enough,
// otherwise by median cut (Heckbert 1982).
std::vector<Rgb> median_cut(std::span<const std::uint8_t> rgb, std::size_t size);

// Finds the nearest palette colour. Divides the colours into cells of 5 bits per channel. On a
// cell's first use, caches all palette colours that can be nearest to a colour in it.
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
