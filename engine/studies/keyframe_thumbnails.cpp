#include "engine/studies/keyframe_thumbnails.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/whole_drawing.h"

#include <algorithm>
#include <cmath>

namespace redraw {

std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places) {
    std::vector<std::int64_t> steps;
    if (keyframes.empty()) return steps;
    for (int place = 0; place < places; ++place) {
        const double wanted =
            std::expm1(std::log1p(double(total_steps)) * place / std::max(1, places - 1));
        if (wanted > double(keyframes.back().step) + 0.5) break;
        const auto after = std::ranges::upper_bound(
            keyframes, wanted + 0.5, {},
            [](const Keyframe& keyframe) { return double(keyframe.step); });
        if (after == keyframes.begin()) continue;
        const std::int64_t step = std::prev(after)->step;
        if (steps.empty() || steps.back() != step) steps.push_back(step);
    }
    return steps;
}

bool KeyframeThumbnails::update(Trainer& trainer, const ViewRequest&, ShareOfTime* training) {
    const auto& keyframes = trainer.keyframes();
    const std::int64_t newest = keyframes.empty() ? -1 : keyframes.back().step;
    if (newest == known_keyframes_ && trainer.total_steps() == known_total_) return false;

    const auto steps = thumbnail_steps(keyframes, trainer.total_steps(), kPlaces);
    const auto missing =
        std::ranges::find_if(steps, [&](std::int64_t step) { return !drawn_.contains(step); });
    const bool complete = missing == steps.end();
    if (!complete && training && !training->due()) return false;
    if (complete) {
        known_keyframes_ = newest;
        known_total_ = trainer.total_steps();
    } else {
        const ShareOfTime::Part part(training);
        drawn_[*missing] = draw(trainer, *missing);
    }
    std::erase_if(drawn_, [&](const auto& drawn) {
        const bool wanted = std::ranges::binary_search(steps, drawn.first);
        const bool kept = std::ranges::binary_search(keyframes, drawn.first, {}, &Keyframe::step);
        return !wanted && (!kept || drawn_.size() > kKept);
    });
    auto all = std::make_shared<std::vector<Thumbnail>>();
    for (const std::int64_t step : steps)
        if (const auto found = drawn_.find(step); found != drawn_.end() && found->second)
            all->push_back({step, found->second});
    newest_ = std::move(all);
    return !complete;
}

// Null where the keyframe was thinned out meanwhile.
std::shared_ptr<const Image> KeyframeThumbnails::draw(Trainer& trainer, std::int64_t step) {
    const auto parameters = trainer.parameters_at(step);
    if (!parameters) return nullptr;
    ++draws_;
    const Image& target = trainer.dataset().target;
    const Grid grid = within(trainer.dataset().grid, kMostThumbnailPixels);
    const PixelSize size = training_size({.longer_side = kSide}, target.width, target.height);
    return std::make_shared<const Image>(
        draw_rows(trainer.backend(), grid, size, 0, size.height, *parameters));
}

}  // namespace redraw
