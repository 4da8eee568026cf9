// Measures how close the network and bicubic interpolation come to the picture as it was opened,
// where that is larger than what the network learned from: both are drawn at the picture's own
// size. The whole picture, or a detail of a large one. One moment of the network, in small parts.
#pragma once

#include "engine/grid.h"
#include "engine/image/image.h"
#include "engine/training/trainer.h"

#include <memory>
#include <span>

namespace redraw {

// Pictures of up to so many pixels are compared whole.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

class OriginalStudy {
public:
    // `part`: the detail of a drawing at `size` that a large picture is compared over.
    OriginalStudy(std::shared_ptr<const Image> picture, const Image& target, PixelSize size,
                  const PixelRect& part);
    // The next rows; true when all is measured.
    bool advance(Trainer& trainer, std::span<const float> parameters);
    bool done() const { return next_row_ >= area_.height; }
    float network_psnr() const { return psnr_of(network_error_); }
    float bicubic_psnr() const { return psnr_of(bicubic_error_); }

private:
    float psnr_of(double error) const;

    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // of the picture
    int channels_ = 1;
    int next_row_ = 0;                              // of the area
    double network_error_ = 0, bicubic_error_ = 0;  // squared, summed over pixels and channels
};

}  // namespace redraw
