// How visibly the render changes from one keyframe to the next.
#pragma once

#include "engine/drawing/keyframe_mix.h"
#include "engine/features/studies/study.h"
#include "engine/run/keyframes.h"

#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace redraw {

// [i]: how visibly the render changes from keyframe i - 1 to keyframe i, as a film measures it;
// mixes[i]: whether keyframe i mixes with the next (drawing/keyframe_mix.h). Holds only the first
// keyframes, as far as they are measured.
struct KeyframeChanges : std::vector<float> {
    using vector::vector;
    std::vector<bool> mixes{};
};

// Measures how visibly the render changes from one keyframe to the next. Films can adapt their
// speed to these changes (drawing/pace.h). Keeps a small render of each keyframe, so that
// none is rendered again when other keyframes are removed.
class ChangeStudy : public StudyOf<KeyframeChanges> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    using Levels = std::vector<std::uint8_t>;  // of a small render
    struct Between {                           // of two neighbouring keyframes
        float change = std::numeric_limits<float>::quiet_NaN();
        bool mixes = false;
    };
    std::size_t measured(const std::vector<Keyframe>& keyframes) const;
    Levels render(Trainer& trainer, std::int64_t step, std::int64_t next, float share);
    Between between(Trainer& trainer, std::int64_t step, std::int64_t next);
    void measure(const std::vector<Keyframe>& keyframes);

    KeyframeMixer mixer_;
    std::map<std::int64_t, Levels> drawn_;  // by step; empty: the keyframe could not be read
    std::map<std::pair<std::int64_t, std::int64_t>, Between> between_;  // by neighbouring steps
    std::vector<std::int64_t> measured_;  // steps of the keyframes whose changes are in newest_
};

}  // namespace redraw
