#include "engine/features/studies/keyframe_thumbnails.h"

#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/run/bookmarks.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

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

bool KeyframeThumbnails::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const bool moved = draw_live(trainer, training);
    const auto& keyframes = trainer.keyframes();
    const auto& events = trainer.run().events();
    Known now{keyframes.empty() ? -1 : keyframes.back().step, trainer.total_steps(), events.size(),
              view.moments};
    if (now == known_) {
        if (moved) publish();
        return false;
    }
    steps_ = thumbnail_steps(keyframes, trainer.total_steps(), kPlaces);
    for (const Bookmark& mark : bookmarks_of(events, keyframes)) steps_.push_back(mark.step);
    steps_.insert(steps_.end(), view.moments.begin(), view.moments.end());
    std::ranges::sort(steps_);
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
    const auto key = [&](std::int64_t step) {
        return std::pair(step, std::ranges::count(view.moments, step) > 0 ? kLargeSide : kSide);
    };
    const auto is_missing = [&](std::int64_t step) { return !drawn_.contains(key(step)); };
    // Keyframes requested as large thumbnails come first, without waiting for the share of time.
    auto missing = std::ranges::find_if(view.moments, is_missing);
    const bool asked = missing != view.moments.end();
    if (!asked) missing = std::ranges::find_if(steps_, is_missing);
    const bool complete = !asked && missing == steps_.end();
    if (!complete && !asked && training && !training->due()) {
        if (moved) publish();
        return false;
    }
    if (complete) {
        known_ = std::move(now);
        if (!training)
            live_.clear();
        else if (live_.size() > 1)
            live_.erase(live_.begin(), std::prev(live_.end()));
    } else {
        const ShareOfTime::Part part(training);
        drawn_[key(*missing)] = draw(trainer, *missing, key(*missing).second);
    }
    std::erase_if(drawn_, [&](const auto& drawn) {
        const auto [step, side] = drawn.first;
        const bool wanted = std::ranges::binary_search(steps_, step) && drawn.first == key(step);
        const bool kept = std::ranges::binary_search(keyframes, step, {}, &Keyframe::step);
        return !wanted && (!kept || side == kLargeSide || drawn_.size() > kKept);
    });
    publish();
    return !complete;
}

// While training runs, renders the present step as a live thumbnail if the last live one is 0.4
// seconds old. When training pauses, all thumbnails are completed again, and then no live one
// stays. Returns true if the live ones changed.
bool KeyframeThumbnails::draw_live(Trainer& trainer, ShareOfTime* training) {
    constexpr double kLiveSeconds = 0.4, kQuick = 0.004, kSlow = 0.02;
    if (!training) {
        if (!live_.empty()) known_ = {-1, -1, 0, {}};
        return false;
    }
    if (seconds_since(live_at_) < kLiveSeconds) return false;
    live_at_ = std::chrono::steady_clock::now();
    const Grid& picture = trainer.dataset().grid;
    Image image =
        draw_to_show(trainer.backend(), picture, within(picture, live_pixels_), {}, 1)->on_host();
    const double seconds = seconds_since(live_at_);
    if (seconds > kSlow) live_pixels_ = std::max(kLeastLive, live_pixels_ / 2);
    if (seconds < kQuick) live_pixels_ = std::min(kMostLive, live_pixels_ * 2);
    const std::int64_t step = trainer.step();
    std::erase_if(live_, [&](const auto& live) { return live.second.step > step; });
    const double end = std::log1p(double(std::max<std::int64_t>(1, trainer.total_steps())));
    live_[int(std::log1p(double(step)) / end * kPlaces)] = {
        step, std::make_shared<const Image>(std::move(image))};
    return true;
}

void KeyframeThumbnails::publish() {
    std::map<std::int64_t, std::shared_ptr<const Image>> shown;
    for (const auto& [place, live] : live_) shown[live.step] = live.image;
    for (const auto& [key, image] : drawn_)  // a large thumbnail replaces the small one
        if (image && std::ranges::binary_search(steps_, key.first)) shown[key.first] = image;
    auto all = std::make_shared<Thumbnails>();
    for (auto& [step, image] : shown) all->push_back({step, std::move(image)});
    newest_ = std::move(all);
}

// Renders a keyframe's thumbnail; returns null if the keyframe no longer exists.
std::shared_ptr<const Image> KeyframeThumbnails::draw(Trainer& trainer, std::int64_t step,
                                                      int side) {
    const auto parameters = trainer.parameters_at(step);
    if (!parameters) return nullptr;
    ++draws_;
    const Image& target = trainer.dataset().target;
    const Grid grid = within(trainer.dataset().grid, kMostThumbnailPixels);
    const PixelSize size = training_size({.longer_side = side}, target.width, target.height);
    return std::make_shared<const Image>(
        draw_rows(trainer.backend(), grid, size, 0, size.height, *parameters));
}

}  // namespace redraw
