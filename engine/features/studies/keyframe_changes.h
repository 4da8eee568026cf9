// How visibly the render changes from one keyframe to the next.
#pragma once

#include "engine/features/studies/study.h"
#include "engine/run/keyframes.h"

#include <cstdint>
#include <map>
#include <vector>

namespace redraw {

// [i]: how visibly the render changes from keyframe i - 1 to keyframe i, as a film measures it.
// Holds only the first keyframes, as far as they are measured.
struct KeyframeChanges : std::vector<float> {
    using vector::vector;
};

// Measures how visibly the render changes from one keyframe to the next. Films can adapt their
// speed to these changes (drawing/pace.h). Keeps a small render of each keyframe, so that
// none is rendered again when other keyframes are removed.
class ChangeStudy : public StudyOf<KeyframeChanges> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    void measure(const std::vector<Keyframe>& keyframes);

    // Small render of each keyframe as 8-bit screen values, by step; empty if the keyframe could
    // not be read.
    std::map<std::int64_t, std::vector<std::uint8_t>> drawn_;
    std::vector<std::int64_t> measured_;  // steps of the keyframes whose changes are in newest_
};

}  // namespace redraw
