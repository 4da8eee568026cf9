// Compares the network and plain interpolation with the picture as it was opened, where that is
// larger than the picture that was learned: all are drawn at its own size. Covers the whole
// picture, or a detail of a large one, at one moment of the network, in small parts.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/training/trainer.h"

#include <array>
#include <iterator>
#include <memory>
#include <vector>

namespace redraw {

// Pictures of up to so many pixels are compared whole.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

class OriginalComparison : public Measure {
public:
    // `part`: the detail of a drawing at `size` that a large picture is compared over.
    // `parameters`: of the network; empty: as the trainer, which outlives this, has it.
    OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture, PixelSize size,
                       const PixelRect& part, std::vector<float> parameters = {});
    // The next rows of one method; true when all is measured.
    bool advance() override;
    double progress() const override { return double(next_row_) / area_.height; }
    std::vector<Quality> methods() const override;

private:
    // Sums of one method over the rows so far.
    struct Sum {
        std::int64_t squared_levels = 0;
        double ssim = 0;  // over rows of windows
    };
    int window_rows() const;
    void begin_band();

    Trainer& trainer_;
    std::vector<float> parameters_;
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
