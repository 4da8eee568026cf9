// Tracks the picture that a playing GIF shows, in one palette for the whole film, and the part that
// a new frame changes. Needs 9 bits of memory per pixel. One owner, one thread. Internal to
// engine/features/film.
#pragma once

#include "engine/features/film/palette.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <optional>
#include <span>
#include <vector>

namespace redraw {

class GifCanvas {
public:
    static constexpr std::uint8_t kTransparent = 255;

    GifCanvas(bool colour, PixelSize size);

    // Chooses the palette: all gray levels but 254 for gray films, otherwise colours for these
    // renders. Call once, before the first draw().
    void choose_palette(std::span<const Image> samples);
    const std::vector<Rgb>& palette() const { return palette_; }

    // Takes the next rows of a frame, from the top down; the next frame follows the last row. Alpha
    // is blended over white.
    void draw(const Image& rows);
    // Returns the rectangle around the frame's changes, once all its rows are drawn; the first
    // frame changes everything. Absent if nothing changed.
    std::optional<PixelRect> changed() const;
    bool is_first() const { return first_; }
    // Reads row `y` of the changed rectangle `part` as palette indices; unchanged pixels are
    // transparent.
    void read_row(const PixelRect& part, int y, std::span<std::uint8_t> numbers) const;

private:
    void draw_row(int y);

    bool colour_;
    PixelSize size_;
    std::vector<Rgb> palette_;
    std::optional<NearestColour> nearest_;  // for colour films only
    bool exact_ = false;                    // the colour film's palette has all sampled colours
    std::vector<std::uint8_t> shown_;
    std::vector<bool> changed_;                          // pixels changed by this frame
    int left_ = 0, right_ = -1, top_ = 0, bottom_ = -1;  // bounds of the changes
    std::vector<std::uint8_t> row_;                      // one row of a render, as bytes
    bool first_ = true;
    int next_row_ = 0;
};

}  // namespace redraw
