// The studies of the scan line view: one row of the picture as a curve, and how much of each
// frequency is learned. Owned by the session, on its thread.
#pragma once

#include "engine/drawing/spectrum.h"
#include "engine/studies/studies.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Draws one row, in one part: it has few samples. What the user asked for is drawn at once; while
// training goes on, newer states in the studies' share of the time.
class ScanLineStudy : public StudyOf<std::shared_ptr<const ScanLine>> {
public:
    // The most samples of a row, unless it has more pixels, and of a pixel. A window network has
    // one sample a pixel, as it draws areas.
    static constexpr int kMostSamples = 4096, kMostOfPixel = 31;

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // what the user asked for
        int row = -1;
        std::optional<std::int64_t> at_step{};
        NetworkEdits edits{};
        bool operator==(const Subject&) const = default;
    };
    std::shared_ptr<const ScanLine> draw(Trainer& trainer, const Subject& subject,
                                         std::int64_t step) const;

    Subject subject_;         // drawn last,
    std::int64_t step_ = -1;  // at this step
};

// Measures the spectrum of the drawing's error, in luma. A training picture with a side above
// kLongest is reduced, with its drawing, by a whole number: each pixel is the mean of a block, and
// up to that number minus 1 columns and rows at the right and lower edge, where the window is
// nearly 0, are left out. Finishes a drawing before beginning the next.
class SpectrumStudy : public StudyOf<std::shared_ptr<const LearnedSpectrum>> {
public:
    static constexpr int kLongest = 256;
    // The most samples, across and down each, that are averaged for a pixel of the reduced drawing.
    static constexpr int kMostOfPixel = 4;

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Moment {
        std::int64_t step = -1;
        NetworkEdits edits{};
        bool operator==(const Moment&) const = default;
    };
    void measure_picture(const Trainer& trainer);
    bool under_way() const { return next_row_ < drawing_.height; }
    void finish();

    Grid grid_;      // of the reduced picture
    Image picture_;  // its luma; empty: not measured yet
    Bands bands_;    // of the picture
    Moment moment_;  // drawn, or being drawn
    std::vector<float> parameters_;
    Image drawing_;
    int next_row_ = 0;
};

}  // namespace redraw
