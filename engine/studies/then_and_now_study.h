// Draws the whole picture, small, at the moment that is exported and as it is now, a part at a
// time. Owned by the session, on its thread.
#pragma once

#include "engine/network/edits.h"
#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace redraw {

class ThenAndNowStudy : public StudyOf<std::shared_ptr<const ThenAndNow>> {
public:
    // The whole at most so large: what a sheet shows, and half as much again for dense screens.
    static constexpr PixelSize kMost{306, 258};

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

    NetworkEdits edits_;  // of what is drawn
    Drawing then_, now_;
};

}  // namespace redraw
