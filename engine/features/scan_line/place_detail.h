// Says of one place of the picture what detail is there, and what of it is learned.
#pragma once

#include "engine/features/scan_line/scan_line.h"
#include "engine/features/studies/study.h"

#include <cstdint>
#include <string>
#include <vector>

namespace redraw {

// One pixel, and the detail in a square of kPatch pixels around it.
struct PlaceDetail {
    static constexpr int kPatch = 64;  // pixels of the training picture; fewer at its edges
    std::int64_t step = 0;
    int column = 0, row = 0;              // the pixel's place in the training picture
    std::vector<float> picture, drawing;  // its values, one for each channel; the drawing's clamped
    int side = 0;                         // longer side of the square, in pixels
    // The square's spectrum. `picture` is absolute here: the power of luma from 0 to 1.
    LearnedSpectrum around;
};

// Returns two or three sentences: how large the strongest detail is, down to which length of waves
// it is learned, and how far off the pixel is.
std::string explain_place(const PlaceDetail& place);

// Draws the square around the requested place (ViewRequest::place) and measures its bands. A newly
// requested place is measured at once; while training runs, again when the share of time allows.
class PlaceStudy : public StudyOf<PlaceDetail> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {
        Point place{-1, -1};
        std::optional<std::int64_t> at_step{};
        NetworkEdits edits{};
        bool operator==(const Subject&) const = default;
    };
    Subject subject_;
    std::int64_t step_ = -1;  // the step measured last
};

}  // namespace redraw
