// Small drawings of a run's keyframes for the timelapse strip, evenly spread over log(1 + step) of
// the whole run, so that a place is drawn once, when training gets there.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace redraw {

class Thumbnails : public StudyOf<&Status::thumbnails> {
public:
    static constexpr int kPlaces = 16;
    static constexpr int kSide = 96;  // pixels, the longer side

    bool update(Trainer& trainer, const ViewRequest& view, bool training) override;

private:
    std::map<std::int64_t, std::shared_ptr<const Image>> drawn_;
    std::int64_t known_keyframes_ = -1, known_total_ = -1;
};

// The keyframe steps shown: for each place the newest keyframe at or before it. `steps` ascending.
std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places);

}  // namespace redraw
