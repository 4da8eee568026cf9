// Draws what an export is to be of, as it was at that moment and as it is now, for the eye: the
// whole picture, small, or a detail at the export's own size. A part at a time. Owned by the
// session, on its thread.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class ThenAndNowStudy : public StudyOf<&Status::then_and_now> {
public:
    // The whole at most so large: what a sheet shows, and half as much again for dense screens.
    static constexpr PixelSize kMost{306, 258};

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Scene {     // what both are of
        PixelSize of;  // whose detail; nothing: the whole
        Grid picture;
        PixelSize size;
        PixelRect part;  // of a drawing of that size
    };
    struct Drawing {
        std::int64_t step = -1;
        std::vector<float> parameters{};
        Image image{};
        int next_row = 0;
        bool under_way() const { return next_row < image.height; }
    };
    static Scene scene_of(const Trainer& trainer, PixelSize of);
    void begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) const;
    void advance(Drawing& drawing, Trainer& trainer) const;
    void tell();

    std::optional<Scene> scene_;
    Drawing then_, now_;
};

}  // namespace redraw
