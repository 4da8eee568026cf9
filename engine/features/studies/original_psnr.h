// Compares the network, and interpolations, with the picture as it was opened.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/features/studies/study.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace redraw {

// The PSNR in dB of a render compared with the picture as it was opened. For a network that
// enlarges (window encoding), the PSNR in the half-size self-test (features/enlarge/enlargement.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;               // false: measured over a detail of the picture only
    bool own_half = false;           // true: measured in the half-size self-test
    float bicubic = 0, lanczos = 0;  // PSNR of two interpolations, in dB
};

// The most pixels of a picture that is compared as a whole; larger pictures are compared only over
// a detail.
inline constexpr std::size_t kComparedWhole = 2'100'000;
inline bool compared_whole(const Image& picture) {
    return picture.pixel_count() <= kComparedWhole;
}

// Measures the quality of the network, at one step, and of each interpolation. The reference is the
// picture as it was opened, at its own size, which must be above the training size. Covers the
// whole picture, or a detail of a very large one.
class OriginalComparison : public Measure {
public:
    // `part`: the detail to compare if the picture is too large to compare as a whole, in pixels of
    // a render at `size`. `parameters`: the network's; empty: those of the trainer. The trainer
    // must outlive this object.
    OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture, PixelSize size,
                       const PixelRect& part, std::vector<float> parameters = {});
    // Measures the next rows of one method; returns true when all methods are measured.
    bool advance() override;
    double progress() const override { return double(next_row_) / area_.height; }
    std::vector<Quality> methods() const override;

private:
    // Sums over the rows measured so far, of one method.
    struct Sum {
        PsnrSum psnr;
        double ssim = 0;  // sum of the mean SSIM of each row of windows
    };
    int window_rows() const;
    void begin_band();

    Trainer& trainer_;
    std::vector<float> parameters_;
    std::shared_ptr<const Image> picture_;
    PixelRect area_;  // part of the picture that is compared
    int channels_ = 1;
    int next_row_ = 0;  // first row of the current band, counted in the area
    // Number of rows of the current band, without the rows below into which its SSIM windows reach.
    int rows_ = 0;
    std::size_t next_method_ = 0;
    Image reference_;  // the current band of the picture as opened
    std::array<Sum, 1 + std::size(kNames<Filter>)> sums_;
};

// While training pauses, compares the render of the present step with the picture as it was opened,
// if the opened picture is larger than the training picture. For a network that enlarges the
// picture (window encoding), runs the half-size self-test instead (features/enlarge/enlargement.h).
class OriginalStudy : public StudyOf<OriginalPsnr> {
public:
    explicit OriginalStudy(const StudyTools& tools) : picture_(tools.picture) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::unique_ptr<Measure> new_measure(Trainer& trainer) const;

    std::shared_ptr<const Image> picture_;
    std::unique_ptr<Measure> measure_;
    std::int64_t step_ = -1;  // the step that is being or was measured
};

}  // namespace redraw
