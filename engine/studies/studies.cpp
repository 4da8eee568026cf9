#include "engine/studies/studies.h"

#include "engine/drawing/drawing.h"
#include "engine/film/pace.h"
#include "engine/seconds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

// Returns the size of ThenAndNowStudy's renders: within kMost and never larger than the training
// size.
PixelSize shown_size(const Grid& picture) {
    const PixelSize most = ThenAndNowStudy::kMost;
    const double scale =
        std::min({1.0, double(most.width) / picture.width, double(most.height) / picture.height});
    return {std::max(1, int(picture.width * scale)), std::max(1, int(picture.height * scale))};
}

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

// Most seconds that PsnrStudy spends on keyframes while training pauses. After that, it measures a
// keyframe only when the user looks at it.
constexpr double kMostSeconds = 10;

bool is_measured(const Trainer& trainer, std::int64_t step) {
    const auto& measured = trainer.measured();
    const auto found = std::ranges::lower_bound(measured, step, {}, &MeasuredPsnr::step);
    return found != measured.end() && found->step == step && found->whole;
}

}  // namespace

std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits) {
    auto parameters = trainer.parameters_at(step.value_or(trainer.step()));
    if (parameters) apply(edits, trainer.config().network, trainer.channels(), *parameters);
    return parameters;
}

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
        if (live_.size() > 1) live_.erase(live_.begin(), std::prev(live_.end()));
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
// seconds old. While training pauses, removes all live thumbnails. Returns true if they changed.
bool KeyframeThumbnails::draw_live(Trainer& trainer, ShareOfTime* training) {
    constexpr double kLiveSeconds = 0.4, kQuick = 0.004, kSlow = 0.02;
    if (!training) {
        if (live_.empty()) return false;
        live_.clear();
        known_ = {-1, -1, 0, {}};
        return true;
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
    auto all = std::make_shared<std::vector<Thumbnail>>();
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

// Finishes a render before beginning the next one, so that some keyframes appear while the user
// still turns the dial that chooses the keyframe to export.
bool ThenAndNowStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.then_and_now || !view.export_step) {
        *this = ThenAndNowStudy();  // frees the renders while the window shows none
        return false;
    }
    if (edits_ != view.edits) {
        *this = ThenAndNowStudy();
        edits_ = view.edits;
    }
    const bool due = !training || training->due();
    if (!then_.under_way() && then_.step != *view.export_step)
        begin(then_, trainer, *view.export_step);
    if (!now_.under_way() && now_.step != trainer.step() && (due || now_.step < 0))
        begin(now_, trainer, trainer.step());
    const bool asked = then_.under_way() || (now_.under_way() && !newest_);
    Drawing& next = then_.under_way() ? then_ : now_;
    if (!next.under_way() || (!asked && !due)) return false;
    const ShareOfTime::Part part(training);
    advance(next, trainer);
    if (!then_.under_way() && !now_.under_way() && then_.step >= 0) publish();
    return !training || asked;
}

void ThenAndNowStudy::begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) const {
    auto parameters = edited_parameters(trainer, step, edits_);
    if (!parameters) return;  // the keyframe no longer exists: the old render stays
    const PixelSize shown = shown_size(trainer.dataset().grid);
    drawing = {step, std::move(*parameters),
               make_image(shown.width, shown.height, trainer.channels()), 0};
}

void ThenAndNowStudy::advance(Drawing& drawing, Trainer& trainer) const {
    const Grid picture = within(trainer.dataset().grid, kMostLivePixels);
    const Image& image = drawing.image;
    draw_next_rows(trainer.backend(), picture, resized(picture, image.width, image.height),
                   drawing.parameters, drawing.image, drawing.next_row);
    if (!drawing.under_way()) drawing.parameters = {};
}

void ThenAndNowStudy::publish() {
    // Keeps an unchanged image as the same object, so that its texture is not uploaded again.
    const auto image_of = [](const Drawing& drawing, bool same, const auto& before) {
        return same ? before : std::make_shared<const Image>(drawing.image);
    };
    const ThenAndNow before = newest_ ? *newest_ : ThenAndNow{-1, -1, nullptr, nullptr};
    newest_ = std::make_shared<const ThenAndNow>(ThenAndNow{
        then_.step, now_.step, image_of(then_, before.then_step == then_.step, before.then),
        image_of(now_, before.now_step == now_.step, before.now)});
}

bool PixelStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const auto& keyframes = trainer.keyframes();
    const std::int64_t newest = keyframes.empty() ? -1 : keyframes.back().step;
    // Forgets all colours if the run was rolled back, because it will replace the later keyframes.
    if (newest < newest_keyframe_) pixels_.clear();
    newest_keyframe_ = newest;
    if (!view.history_of) return false;

    Pixel& pixel = pixel_at(*view.history_of);
    std::vector<std::int64_t> steps = steps_of(trainer), missing;
    for (const bool coarse : {true, false})
        for (std::size_t i = 0; i < steps.size(); ++i)
            if ((i % kCoarse == 0) == coarse && !pixel.values.contains(steps[i]))
                missing.push_back(steps[i]);
    const bool shown = newest_ && newest_->point == pixel.point && shown_steps_ == steps;
    if (missing.empty() && shown) return false;
    if (!missing.empty() && training && !training->due()) return false;

    const ShareOfTime::Part part(training);
    const auto begun = std::chrono::steady_clock::now();
    std::size_t done = 0;
    while (done < missing.size() && seconds_since(begun) < kHistorySeconds)
        draw(trainer, pixel, missing[done++]);
    publish(pixel, steps, trainer.channels());
    shown_steps_ = std::move(steps);
    return !training && done < missing.size();
}

PixelStudy::Pixel& PixelStudy::pixel_at(const Point& point) {
    const auto known = std::ranges::find(pixels_, point, &Pixel::point);
    if (known != pixels_.end())
        pixels_.splice(pixels_.begin(), pixels_, known);
    else
        pixels_.push_front({point, {}});
    if (pixels_.size() > kPixelsKept) pixels_.pop_back();
    return pixels_.front();
}

void PixelStudy::draw(Trainer& trainer, Pixel& pixel, std::int64_t step) {
    std::vector<float>& values = pixel.values[step];
    const auto parameters = trainer.parameters_at(step);
    if (!parameters) return;
    const auto [x, y] = pixel.point;
    values =
        trainer.backend().render({x, y, x, y, 1, 1}, {0, 0, 1, 1}, *parameters)->on_host().values;
    ++drawn_;
}

void PixelStudy::publish(const Pixel& pixel, const std::vector<std::int64_t>& steps, int channels) {
    auto history = std::make_shared<PixelHistory>();
    history->point = pixel.point;
    history->channels = channels;
    for (const std::int64_t step : steps)
        if (const auto found = pixel.values.find(step);
            found != pixel.values.end() && !found->second.empty()) {
            history->steps.push_back(step);
            history->values.insert(history->values.end(), found->second.begin(),
                                   found->second.end());
        }
    newest_ = std::move(history);
}

bool PsnrStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (training || trainer.step() == 0 || now_ != trainer.step()) {
        measure_.reset();
        seconds_ = 0;
        now_ = trainer.step();
        if (training || now_ == 0) return false;
    }
    if (!measure_) {
        const auto next = next_step(trainer, view);
        if (!next || !begin(trainer, *next)) return false;
    }
    const auto start = std::chrono::steady_clock::now();
    const bool done = measure_->advance(trainer.backend(), parameters_);
    if (step_ != now_) seconds_ += seconds_since(start);
    if (!done) return true;
    trainer.add_measured(step_, measure_->psnr());
    measure_.reset();
    ++measurements_;
    return next_step(trainer, view).has_value();
}

std::optional<std::int64_t> PsnrStudy::next_step(const Trainer& trainer,
                                                 const ViewRequest& view) const {
    if (trainer.run().mosaic()) return std::nullopt;  // a mosaic is compared at the picture's size
    if (!is_measured(trainer, trainer.step())) return trainer.step();
    const auto& keyframes = trainer.keyframes();
    const auto is_kept = [&](std::int64_t step) {
        return std::ranges::binary_search(keyframes, step, {}, &Keyframe::step);
    };
    if (view.at_step && *view.at_step > 0 && is_kept(*view.at_step) &&
        !is_measured(trainer, *view.at_step))
        return *view.at_step;
    if (seconds_ >= kMostSeconds) return std::nullopt;
    for (auto keyframe = keyframes.rbegin(); keyframe != keyframes.rend(); ++keyframe)
        if (keyframe->step > 0 && !is_measured(trainer, keyframe->step)) return keyframe->step;
    return std::nullopt;
}

bool PsnrStudy::begin(const Trainer& trainer, std::int64_t step) {
    parameters_.clear();
    if (step != trainer.step()) {
        auto parameters = trainer.parameters_at(step);
        if (!parameters) return false;
        parameters_ = std::move(*parameters);
    }
    step_ = step;
    const Dataset& dataset = trainer.dataset();
    measure_ = std::make_unique<DrawnPsnr>(dataset.target, dataset.grid);
    return true;
}

}  // namespace redraw
