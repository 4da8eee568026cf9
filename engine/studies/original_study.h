// Measures how close the network and plain interpolation come to the picture as it was opened,
// where that is larger than what the network learned from: all are drawn at the picture's own
// size. The whole picture, or a detail of a large one. One moment of the network, in small parts.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/training/trainer.h"

#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

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
    // The next rows of one method; true when all is measured.
    bool advance(Trainer& trainer, std::span<const float> parameters);
    bool done() const { return next_row_ >= area_.height; }
    std::vector<Quality> methods() const;  // the network first

private:
    // Over the rows so far, of one method.
    struct Sum {
        double squared_error = 0;  // over pixels and channels
        double ssim = 0;           // over rows of windows
    };
    int window_rows() const;
    void begin_band(const Backend& backend, const Grid& grid);

    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // of the picture
    int channels_ = 1;
    int next_row_ = 0;  // of the area: where the band at hand begins
    int rows_ = 0;      // of the band, without those its last windows reach down to
    std::size_t next_method_ = 0;
    Image reference_;  // the band of the picture
    std::array<Sum, 1 + std::size(kNames<Filter>)> sums_;
};

}  // namespace redraw
