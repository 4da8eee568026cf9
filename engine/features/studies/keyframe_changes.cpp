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
        const std::size_t missing = measured(keyframes);
        more = missing < keyframes.size() && !training;
        if (missing < keyframes.size() && (!training || training->due())) {
            const ShareOfTime::Part part(training);
            const std::int64_t step = keyframes[missing].step;
            if (!drawn_.contains(step)) drawn_[step] = render(trainer, step, step, 0);
            if (missing > 0) {
                const std::int64_t before = keyframes[missing - 1].step;
                between_[{before, step}] = between(trainer, before, step);
            }
        }
    }
    // Updates the measured changes even without a request, because they must match the keyframes
    // shown beside them.
    if (!drawn_.empty()) measure(keyframes);
    return more;
}

// Returns how many keyframes, counted from the first, are rendered and measured with the one
// before.
std::size_t ChangeStudy::measured(const std::vector<Keyframe>& keyframes) const {
    std::size_t count = 0;
    while (count < keyframes.size() && drawn_.contains(keyframes[count].step) &&
           (count == 0 || between_.contains({keyframes[count - 1].step, keyframes[count].step})))
        ++count;
    return count;
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
    const std::vector<std::int64_t> known =
        steps_of(std::span(keyframes).first(measured(keyframes)));
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
