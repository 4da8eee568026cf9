#include "engine/training/rollback.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace redraw {
namespace {

// What exploded began to some steps before: parameters grow over some ten steps until they are
// infinite.
constexpr std::int64_t kStepsBefore = 10;
// dB below the best: a healthy run wavers by less, one about to diverge falls much further.
constexpr float kAsGood = 3;

}  // namespace

int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step) {
    int count = 0;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->kind == EventKind::rolled_back)
            count += std::abs(event->failed_step - diverged_step) <= kHalvingsWithin;
        else if (event->kind != EventKind::resumed && !only_marks(event->kind))
            break;  // somebody changed something: it gets its chances anew
    }
    return count;
}

std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats) {
    float best = -std::numeric_limits<float>::infinity();
    for (const Keyframe& keyframe : keyframes) best = std::max(best, keyframe.batch_psnr);
    const std::int64_t newest = diverged_step - (kStepsBefore << std::min(repeats, kMostHalvings));
    for (auto keyframe = keyframes.rbegin(); keyframe != keyframes.rend(); ++keyframe)
        if (keyframe->step <= newest && keyframe->batch_psnr >= best - kAsGood)
            return keyframe->step;
    return keyframes.empty() ? 0 : keyframes.front().step;
}

}  // namespace redraw
