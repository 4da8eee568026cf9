// A caption in the corner of a film's frames: "epoch 1,240 · 41.8 dB", light on a dark plate, so
// that it reads on light and dark drawings alike (letters.h). Immutable.
#pragma once

#include "engine/data/dataset.h"
#include "engine/image/image.h"

#include <span>
#include <string>

namespace redraw {

// PSNR is left out where it is unknown.
std::string caption_text(double epoch, float psnr);

class FilmCaption {
public:
    // The plate is as wide as the widest of all texts, so that it rests while the film plays.
    explicit FilmCaption(std::span<const std::string> texts);
    // Throws Error for too small a frame, which has no room for letters that can be read.
    void require_room(PixelSize frame) const;
    // Draws onto the lower left of a frame of this height, of which these rows are at hand.
    void draw(const std::string& text, Image& rows, int first_row, int height) const;
    // All its colours, in about their shares: for a palette.
    Image sample(int channels) const;

private:
    float letter_height(PixelSize frame) const;

    std::string widest_;
    float width_ = 0;  // of it, in heights of a capital letter
};

}  // namespace redraw
