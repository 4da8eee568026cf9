// Draws keyframes small for the timelapse strip, evenly spread over log(1 + step) of the whole run.
// A place is drawn once, when training gets there. A run with a time limit changes its end again
// and again: drawings are kept for when a place comes back to them.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace redraw {

class KeyframeThumbnails : public StudyOf<std::shared_ptr<const std::vector<Thumbnail>>> {
public:
    static constexpr int kPlaces = 16;
    static constexpr int kSide = 96;  // pixels, the longer side

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return draws_; }  // keyframes so far

private:
    std::shared_ptr<const Image> draw(Trainer& trainer, std::int64_t step);

    static constexpr std::size_t kKept = 8 * kPlaces;

    int draws_ = 0;
    std::map<std::int64_t, std::shared_ptr<const Image>> drawn_;
    std::int64_t known_keyframes_ = -1, known_total_ = -1;
};

// The keyframe steps shown: for each place the newest keyframe at or before it. `steps` ascending.
std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places);

}  // namespace redraw
