// The brightness along one row of the picture as a curve, for the view Why, and the learned share
// of each frequency. Used on the session thread only.
#pragma once

#include "engine/features/scan_line/spectrum.h"
#include "engine/features/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Luma (image/image.h) along one row of the picture, and along the same row of the network's
// drawing, not clamped.
struct ScanLine {
    std::int64_t step = 0;
    int row = 0;                 // row of the training picture
    int samples = 1;             // samples of the drawing per pixel: odd, one at the pixel's centre
    std::vector<float> picture;  // one value for each pixel
    std::vector<float> drawing;  // `samples` values for each pixel, at equal distances
};

// The share of each band of frequencies that the drawing has learned
// (features/scan_line/spectrum.h).
struct LearnedSpectrum {
    std::int64_t step = 0;
    // The upper edge of the last band, in waves across the longer side. Band b of n begins at
    // finest^(b / n) waves.
    double finest = 1;
    std::vector<float> picture;  // the picture's power in each band
    std::vector<float> learned;  // learned share of each band, 0 to 1
};

// Renders one row of the picture, in one part, because a row has few samples. Renders a newly
// requested row at once. While training runs, renders the row again when the share of time allows.
class ScanLineStudy : public StudyOf<ScanLine> {
public:
    // Most samples of a row, unless it has more pixels, and most samples of a pixel. A network that
    // enlarges (window encoding) has one sample per pixel, because it renders areas.
    static constexpr int kMostSamples = 4096, kMostOfPixel = 31;

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // the row, keyframe and edits that the user requested
        int row = -1;
        std::optional<std::int64_t> at_step{};
        NetworkEdits edits{};
        bool operator==(const Subject&) const = default;
    };
    std::shared_ptr<const ScanLine> draw(Trainer& trainer, const Subject& subject,
                                         std::int64_t step) const;

    Subject subject_;         // the request rendered last
    std::int64_t step_ = -1;  // the step at which it was rendered
};

// Compares a clamped drawing with the luma of the picture.
LearnedSpectrum learned_spectrum(std::int64_t step, const Image& picture, const Image& drawing);

// Measures the learned share of each frequency at a step of the run, in parts. A training picture
// with a side above kLongest, and its drawing, are reduced to the means of blocks of k x k pixels.
// Up to k - 1 columns and rows at the right and lower edge are left out, where the Hann window is
// nearly 0.
class SpectrumMeasure {
public:
    static constexpr int kLongest = 256;  // pixels
    // A pixel of the reduced drawing is the mean of at most this many samples across and down.
    static constexpr int kMostOfPixel = 4;

    explicit SpectrumMeasure(const Trainer& trainer);  // at its present step
    // Does the next part; returns the result after the last one.
    std::optional<LearnedSpectrum> advance(Trainer& trainer);

private:
    Grid grid_;      // grid of the reduced picture
    Image picture_;  // luma of the reduced picture
    std::int64_t step_;
    std::vector<float> parameters_;
    Image drawing_;
    int next_row_ = 0;
};

}  // namespace redraw
