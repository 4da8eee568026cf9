// Draws the whole picture as it was at the moment that an export is to be of, and as it is now, for
// the eye: small, and a part at a time. Owned by the session, on its thread.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace redraw {

class ThenAndNowStudy : public StudyOf<&Status::then_and_now> {
public:
    // At most so large: what a sheet shows side by side, and half as much again for dense screens.
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
    static bool begin(Drawing& drawing, const Trainer& trainer, std::int64_t step);
    static void advance(Drawing& drawing, Trainer& trainer);
    void tell();

    Drawing then_, now_;
};

}  // namespace redraw
