#include "engine/studies/change_study.h"

#include "engine/film/pace.h"

#include <algorithm>
#include <limits>
#include <utility>

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
    // Also when nobody asks: what was measured must fit the keyframes it is told with.
    if (!drawn_.empty()) measure(keyframes);
    return more;
}

// The changes up to the first keyframe that is not drawn yet.
void ChangeStudy::measure(const std::vector<Keyframe>& keyframes) {
    std::vector<std::int64_t> known;
    for (const Keyframe& keyframe : keyframes) {
        if (!drawn_.contains(keyframe.step)) break;
        known.push_back(keyframe.step);
    }
    if (known == measured_) return;
    const auto same = std::ranges::mismatch(known, measured_).in1 - known.begin();
    std::vector<float> changes;
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
    newest_ = std::make_shared<const std::vector<float>>(std::move(changes));
    measured_ = std::move(known);
}

}  // namespace redraw
