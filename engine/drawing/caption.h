// Draws a caption in the corner of a film's frames: "epoch 1,240 · 41.8 dB" (letters.h). The text
// is light on a dark plate, legible on light and dark renders. Immutable.
#pragma once

#include "engine/data/dataset.h"
#include "engine/image/image.h"

#include <span>
#include <string>

namespace redraw {

// Formats a moment ("epoch 3", "tile 5"), its PSNR, and the size `learned` unless that is zero.
// Omits PSNR and size if the PSNR is NaN (unknown).
std::string caption_text(const std::string& moment, float psnr, PixelSize learned = {});

std::string caption_text(std::int64_t count, int neurons);  // "17 of 64 neurons"

class FilmCaption {
public:
    // Creates a plate as wide as the widest of all texts, so that its width stays constant during
    // the film.
    explicit FilmCaption(std::span<const std::string> texts);
    // Throws Error if the frame is too small for a legible caption.
    void require_room(PixelSize frame) const;
    // Draws onto the lower left of a frame `height` high; `rows` starts at its row `first_row`.
    void draw(const std::string& text, Image& rows, int first_row, int height) const;
    // Returns pixels with the caption's colours in realistic proportions, for choosing a palette.
    Image sample(int channels) const;

private:
    float letter_height(PixelSize frame) const;

    std::string widest_;
    float width_ = 0;  // width of the widest text, in capital heights
};

}  // namespace redraw
