// The picture that a playing GIF shows, in one palette for the whole film, and the part that a new
// frame changes: a byte and a bit a pixel. One owner, one thread. Internal to engine/film.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <array>
#include <span>

namespace redraw {

// The colours of a GIF: chosen once for the whole film, so that a pixel that does not change keeps
// its number. Pure functions.
using Rgb = std::array<std::uint8_t, 3>;

// Chooses at most `size` colours for these RGB bytes: their own where they are no more, else by
// median cut (Heckbert 1982).
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

class GifCanvas {
public:
    static constexpr std::uint8_t kTransparent = 255;

    GifCanvas(bool colour, PixelSize size);

    // Grays are every level; colours are chosen for these drawings. Once, before the first draw().
    void choose_palette(std::span<const Image> samples);
    const std::vector<Rgb>& palette() const { return palette_; }

    // The next rows of a frame, from the top down; after the last one comes the next frame. Alpha
    // is laid over white.
    void draw(const Image& rows);
    // Once all rows of a frame were drawn: the rectangle around what it changed, of the first the
    // whole; nothing when nothing did.
    std::optional<PixelRect> changed() const;
    bool is_first() const { return first_; }
    // A row of that rectangle: numbers, transparent where they stay.
    void read_row(const PixelRect& part, int y, std::span<std::uint8_t> numbers) const;

private:
    void draw_row(int y);

    bool colour_;
    PixelSize size_;
    std::vector<Rgb> palette_;
    std::optional<NearestColour> nearest_;  // of colour films
    bool exact_ = false;                    // the palette has every colour that was seen
    std::vector<std::uint8_t> shown_;
    std::vector<bool> changed_;                          // by this frame
    int left_ = 0, right_ = -1, top_ = 0, bottom_ = -1;  // of what changed
    std::vector<std::uint8_t> row_;                      // of a drawing, as bytes
    bool first_ = true;
    int next_row_ = 0;
};

}  // namespace redraw
