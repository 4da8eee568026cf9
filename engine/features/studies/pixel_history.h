// The colours of one pixel over the run.
#pragma once

#include "engine/features/studies/study.h"
#include "engine/recent.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace redraw {

// The colours of one pixel at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // steps of the keyframes, ascending
    std::vector<float> values;        // the pixel's colours: `channels` values per step
};

// Renders one pixel at up to 64 keyframes spread over the run, and keeps its colours.
class PixelStudy : public StudyOf<PixelHistory> {
public:
    // Most keyframes at which a pixel is rendered, evenly spread over log(1 + step) of the run.
    static constexpr int kPlaces = 64;
    static constexpr std::size_t kPixelsKept = 256;  // the most recently requested pixels are kept

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return drawn_; }  // number of renders of a pixel at a keyframe so far

private:
    // Channel values by step; empty: that keyframe no longer exists.
    using Colours = std::map<std::int64_t, std::vector<float>>;
    void draw(Trainer& trainer, const Point& point, Colours& colours, std::int64_t step);
    void publish(const Point& point, const Colours& colours, const std::vector<std::int64_t>& steps,
                 int channels);

    Recent<Point, Colours> pixels_{kPixelsKept};
    std::vector<std::int64_t> shown_steps_;  // steps that were requested when newest_ was made
    std::int64_t newest_keyframe_ = -1;
    int drawn_ = 0;
};

}  // namespace redraw
