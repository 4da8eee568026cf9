// Draws one pixel at every keyframe. Keeps what was drawn, so that moving the mouse back costs
// nothing.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <list>
#include <map>
#include <vector>

namespace redraw {

class PixelStudy : public StudyOf<std::shared_ptr<const PixelHistory>> {
public:
    static constexpr int kPlaces = 64;               // of the whole run, evenly spread
    static constexpr std::size_t kPixelsKept = 256;  // the last ones asked for

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return drawn_; }  // pixels so far, of all keyframes

private:
    struct Pixel {
        Point point;
        // By step; no values: that keyframe was thinned out.
        std::map<std::int64_t, std::vector<float>> values;
    };
    Pixel& pixel_at(const Point& point);
    void draw(Trainer& trainer, Pixel& pixel, std::int64_t step);
    void publish(const Pixel& pixel, const std::vector<std::int64_t>& steps, int channels);

    std::list<Pixel> pixels_;                // the last one asked for comes first
    std::vector<std::int64_t> shown_steps_;  // asked for when newest_ was made
    std::int64_t newest_keyframe_ = -1;
    int drawn_ = 0;
};

}  // namespace redraw
