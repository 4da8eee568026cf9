#include "engine/features/studies/keyframe_changes.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/pace.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <limits>

namespace redraw {

bool ChangeStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const auto& keyframes = trainer.keyframes();
    bool more = false;
    if (view.changes) {
        const auto missing = std::ranges::find_if(
            keyframes, [&](const Keyframe& k) { return !drawn_.contains(k.step); });
        more = missing != keyframes.end() && !training;
        if (missing != keyframes.end() && (!training || training->due())) {
            const ShareOfTime::Part part(training);
            std::vector<std::uint8_t> levels;
            if (const auto parameters = trainer.parameters_at(missing->step)) {
                const Grid grid = change_grid(trainer.dataset().grid);
                levels =
                    levels_of(trainer.backend().render(grid, whole(grid), *parameters)->on_host());
            }
            drawn_[missing->step] = std::move(levels);
        }
    }
    // Updates the measured changes even without a request, because they must match the keyframes
    // shown beside them.
    if (!drawn_.empty()) measure(keyframes);
    return more;
}

// Computes the changes between keyframes, up to the first keyframe that is not rendered yet.
void ChangeStudy::measure(const std::vector<Keyframe>& keyframes) {
    std::vector<std::int64_t> known;
    for (const Keyframe& keyframe : keyframes) {
        if (!drawn_.contains(keyframe.step)) break;
        known.push_back(keyframe.step);
    }
    if (known == measured_) return;
    const auto same = std::ranges::mismatch(known, measured_).in1 - known.begin();
    KeyframeChanges changes;
    if (same > 0) changes.assign(newest_->begin(), newest_->begin() + same);
    if (changes.empty() && !known.empty()) changes.push_back(0);
    for (std::size_t i = changes.size(); i < known.size(); ++i) {
        const auto &before = drawn_[known[i - 1]], &after = drawn_[known[i]];
        changes.push_back(before.empty() || after.empty() ? std::numeric_limits<float>::quiet_NaN()
                                                          : visible_change(before, after));
    }
    std::erase_if(drawn_, [&](const auto& drawing) {
        return !std::ranges::binary_search(keyframes, drawing.first, {}, &Keyframe::step);
    });
    newest_ = std::make_shared<const KeyframeChanges>(std::move(changes));
    measured_ = std::move(known);
}

}  // namespace redraw
