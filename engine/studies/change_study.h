// Measures how much the drawing changes from one keyframe to the next, as a film by change does,
// while the view asks for it. Keyframes thinned out later cost nothing: the small drawings of those
// that stay are kept.
#pragma once

#include "engine/studies/study.h"

#include <cstdint>
#include <map>
#include <vector>

namespace redraw {

class ChangeStudy : public StudyOf<std::shared_ptr<const std::vector<float>>> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    void measure(const std::vector<Keyframe>& keyframes);

    // What a screen shows of each keyframe, by step; empty when it could not be read.
    std::map<std::int64_t, std::vector<std::uint8_t>> drawn_;
    std::vector<std::int64_t> measured_;  // the keyframes behind newest_
};

}  // namespace redraw
