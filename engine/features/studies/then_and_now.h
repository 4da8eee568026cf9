// The export sheet's pair of small renders: at the keyframe to export, and now.
#pragma once

#include "engine/features/studies/study.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace redraw {

// Small renders of the whole picture, at a keyframe and at the present step.
struct ThenAndNow {
    std::int64_t then_step = 0, now_step = 0;
    std::shared_ptr<const Image> then, now;
};

// Makes two small renders of the whole picture: at the keyframe to export and at the present step.
class ThenAndNowStudy : public StudyOf<ThenAndNow> {
public:
    // Largest size of each render in pixels: 1.5 times its place in the export sheet's preview,
    // which is 244 x 190 layout units.
    static constexpr PixelSize kMost{366, 285};

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Drawing {
        std::int64_t step = -1;
        std::vector<float> parameters{};
        Image image{};
        int next_row = 0;
        bool under_way() const { return next_row < image.height; }
    };
    void begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) const;
    void advance(Drawing& drawing, Trainer& trainer) const;
    void publish();

    NetworkEdits edits_;  // edits of the network, applied to both renders
    Drawing then_, now_;
};

}  // namespace redraw
