#include "engine/features/studies/keyframe_changes.h"

#include "engine/drawing/drawing.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>

namespace redraw {

bool ChangeStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const auto& keyframes = trainer.keyframes();
    bool more = false;
    mixer_.forget_after(keyframes.empty() ? -1 : keyframes.back().step);
    if (view.changes) {
        const auto missing = std::ranges::find_if(
            keyframes, [&](const Keyframe& k) { return !is_measured(keyframes, k); });
        more = missing != keyframes.end() && !training;
        if (missing != keyframes.end() && (!training || training->due())) {
            const ShareOfTime::Part part(training);
            const std::int64_t before = before_of(keyframes, *missing);
            if (!drawn_.contains(missing->step))
                drawn_[missing->step] = render(trainer, missing->step, missing->step, 0);
            if (before >= 0)
                between_[{before, missing->step}] = between(trainer, before, missing->step);
        }
    }
    // Updates the measured changes even without a request, because they must match the keyframes
    // shown beside them.
    if (!drawn_.empty()) measure(keyframes);
    return more;
}

// Returns the step of the keyframe before `keyframe`; -1 if it is the first.
std::int64_t ChangeStudy::before_of(const std::vector<Keyframe>& keyframes,
                                    const Keyframe& keyframe) {
    return &keyframe == keyframes.data() ? -1 : (&keyframe)[-1].step;
}

bool ChangeStudy::is_measured(const std::vector<Keyframe>& keyframes,
                              const Keyframe& keyframe) const {
    const std::int64_t before = before_of(keyframes, keyframe);
    return drawn_.contains(keyframe.step) &&
           (before < 0 || between_.contains({before, keyframe.step}));
}

// Renders a keyframe, or its mix with the one at `next`, as 8-bit levels; empty if one of them
// cannot be read.
ChangeStudy::Levels ChangeStudy::render(Trainer& trainer, std::int64_t step, std::int64_t next,
                                        float share) {
    const ReadKeyframe read = [&](std::int64_t at) { return trainer.parameters_at(at); };
    const auto parameters = mixer_(step, next, share, read);
    if (!parameters) return {};
    const Grid grid = change_grid(trainer.dataset().grid);
    return levels_of(trainer.backend().render(grid, whole(grid), *parameters)->on_host());
}

ChangeStudy::Between ChangeStudy::between(Trainer& trainer, std::int64_t step, std::int64_t next) {
    const Levels &before = drawn_[step], &after = drawn_[next];
    if (before.empty() || after.empty()) return {};
    const float change = visible_change(before, after);
    const bool adds_tile = trainer.run().mosaic() && next > trainer.own_step();
    if (change == 0 || adds_tile) return {change};
    const Levels halfway = render(trainer, step, next, 0.5f);
    return {change, !halfway.empty() && lies_between(before, halfway, after)};
}

// Computes the changes between keyframes, up to the first keyframe that is not measured yet.
void ChangeStudy::measure(const std::vector<Keyframe>& keyframes) {
    std::vector<std::int64_t> known;
    for (const Keyframe& keyframe : keyframes) {
        if (!is_measured(keyframes, keyframe)) break;
        known.push_back(keyframe.step);
    }
    if (known == measured_) return;
    KeyframeChanges changes;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Between now = i > 0 ? between_[{known[i - 1], known[i]}] : Between{0};
        changes.push_back(now.change);
        if (i > 0) changes.mixes.push_back(now.mixes);
    }
    const auto is_kept = [&](std::int64_t step) {
        return std::ranges::binary_search(keyframes, step, {}, &Keyframe::step);
    };
    std::erase_if(drawn_, [&](const auto& drawing) { return !is_kept(drawing.first); });
    std::erase_if(between_, [&](const auto& pair) {
        return !is_kept(pair.first.first) || !is_kept(pair.first.second);
    });
    newest_ = std::make_shared<const KeyframeChanges>(std::move(changes));
    measured_ = std::move(known);
}

}  // namespace redraw
