#include "engine/features/studies/pixel_history.h"

#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

constexpr double kHistorySeconds = 0.004;
// Renders the pixel at every 8th keyframe first, so that the shape of its curve appears at once.
constexpr std::size_t kCoarse = 8;

// Returns the steps at which to render the pixel: keyframes spread over the run, which stay the
// same until its end changes, and the newest keyframe.
std::vector<std::int64_t> steps_of(const Trainer& trainer) {
    auto steps =
        thumbnail_steps(trainer.keyframes(), trainer.total_steps(), PixelStudy::kPlaces - 1);
    if (trainer.keyframes().empty()) return steps;
    const std::int64_t newest = trainer.keyframes().back().step;
    if (steps.empty() || steps.back() != newest) steps.push_back(newest);
    return steps;
}

}  // namespace

bool PixelStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const auto& keyframes = trainer.keyframes();
    const std::int64_t newest = keyframes.empty() ? -1 : keyframes.back().step;
    // Forgets all colours if the run was rolled back, because it will replace the later keyframes.
    if (newest < newest_keyframe_) pixels_.clear();
    newest_keyframe_ = newest;
    if (!view.history_of) return false;

    const Point& point = *view.history_of;
    Colours* known = pixels_.find(point);
    Colours& colours = known ? *known : pixels_.keep(point, {});
    std::vector<std::int64_t> steps = steps_of(trainer), missing;
    for (const bool coarse : {true, false})
        for (std::size_t i = 0; i < steps.size(); ++i)
            if ((i % kCoarse == 0) == coarse && !colours.contains(steps[i]))
                missing.push_back(steps[i]);
    const bool shown = newest_ && newest_->point == point && shown_steps_ == steps;
    if (missing.empty() && shown) return false;
    if (!missing.empty() && training && !training->due()) return false;

    const ShareOfTime::Part part(training);
    const auto begun = std::chrono::steady_clock::now();
    std::size_t done = 0;
    while (done < missing.size() && seconds_since(begun) < kHistorySeconds)
        draw(trainer, point, colours, missing[done++]);
    publish(point, colours, steps, trainer.channels());
    shown_steps_ = std::move(steps);
    return !training && done < missing.size();
}

void PixelStudy::draw(Trainer& trainer, const Point& point, Colours& colours, std::int64_t step) {
    std::vector<float>& values = colours[step];
    const auto parameters = trainer.parameters_at(step);
    if (!parameters) return;
    const auto [x, y] = point;
    values =
        trainer.backend().render({x, y, x, y, 1, 1}, {0, 0, 1, 1}, *parameters)->on_host().values;
    ++drawn_;
}

void PixelStudy::publish(const Point& point, const Colours& colours,
                         const std::vector<std::int64_t>& steps, int channels) {
    auto history = std::make_shared<PixelHistory>();
    history->point = point;
    history->channels = channels;
    for (const std::int64_t step : steps)
        if (const auto found = colours.find(step);
            found != colours.end() && !found->second.empty()) {
            history->steps.push_back(step);
            history->values.insert(history->values.end(), found->second.begin(),
                                   found->second.end());
        }
    newest_ = std::move(history);
}

}  // namespace redraw
