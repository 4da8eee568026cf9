#include "engine/drawing/pace.h"

#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {

std::vector<double> keyframe_places(std::span<const std::int64_t> steps, Pace pace,
                                    std::span<const float> changes) {
    REDRAW_CHECK(pace != Pace::change || changes.size() == steps.size(), "a change per keyframe");
    std::vector<double> at(steps.size());
    for (std::size_t i = 1; i < steps.size(); ++i) {
        switch (pace) {
            case Pace::steps:
                at[i] = double(steps[i] - steps[0]);
                break;
            case Pace::log:
                at[i] = std::log1p(double(steps[i])) - std::log1p(double(steps[0]));
                break;
            case Pace::change: {
                const float change = changes[i];  // NaN if a network diverged
                at[i] = at[i - 1] + (change > 0 && std::isfinite(change) ? double(change) : 0.0);
            }
        }
    }
    if (!at.empty() && !(at.back() > 0))
        for (std::size_t i = 0; i < at.size(); ++i) at[i] = double(i);
    return at;
}

double flat_psnr(const Image& target) {
    const auto channels = std::size_t(target.channels), count = target.pixel_count();
    Image flat = target;
    for (std::size_t c = 0; c < channels; ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += target.values[i * channels + c];
        for (std::size_t i = 0; i < count; ++i)
            flat.values[i * channels + c] = float(sum / double(count));
    }
    return psnr(flat, target);
}

std::size_t leading_noise(std::span<const std::int64_t> steps, std::span<const float> changes,
                          std::span<const MeasuredPsnr> measured, double flat) {
    constexpr double kCloser = 1, kMostNoise = 0.2;
    const auto seen = std::ranges::find_if(
        measured, [&](const MeasuredPsnr& point) { return point.psnr >= flat + kCloser; });
    if (seen == measured.end() || steps.empty() || seen->step > steps.back()) return 0;
    const auto first = std::size_t(std::ranges::lower_bound(steps, seen->step) - steps.begin());
    const std::vector<double> places = keyframe_places(steps, Pace::change, changes);
    return first > 0 && places[first - 1] > kMostNoise * places.back() ? first : 0;
}

std::size_t keyframe_at(std::span<const double> places, double part) {
    REDRAW_CHECK(!places.empty(), "a film has keyframes");
    if (part >= 1) return places.size() - 1;
    const double wanted = places.back() * part;
    const auto after = std::lower_bound(places.begin(), places.end(), wanted);
    if (after == places.begin()) return 0;
    const bool before_is_nearer = wanted - after[-1] <= *after - wanted;
    return std::size_t(after - places.begin()) - (before_is_nearer ? 1 : 0);
}

FilmTiming film_timing(double seconds, int frames_per_second, double hold, bool back) {
    const auto frames_of = [&](double s) { return int(std::lround(s * frames_per_second)); };
    const int frames = std::max(1, frames_of(seconds));
    return {frames, std::min(frames_of(hold), frames / 4), back};
}

double part_at_frame(const FilmTiming& timing, double frame) {
    const int last = timing.held + timing.moving() - 1, turn = last + timing.held;
    if (timing.back && frame > turn)
        return std::max(0.0, 1 - (frame - turn) / (timing.frames - 1 - turn));
    if (timing.moving() <= 1) return 1;
    return std::clamp((frame - timing.held) / (timing.moving() - 1), 0.0, 1.0);
}

double frame_at_part(const FilmTiming& timing, double part) {
    return part <= 0 ? 0 : timing.held + part * (timing.moving() - 1);
}

Grid change_grid(const Grid& picture) {
    constexpr int kLongerSide = 64;
    const PixelSize size = with_longer_side({picture.width, picture.height}, kLongerSide);
    return resized(picture, size.width, size.height);
}

std::vector<std::uint8_t> levels_of(const Image& drawing) {
    std::vector<std::uint8_t> levels;
    levels.reserve(drawing.values.size());
    for (const float value : drawing.values) levels.push_back(std::uint8_t(quantise(value, 255)));
    return levels;
}

float visible_change(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after) {
    REDRAW_CHECK(before.size() == after.size() && !after.empty(), "two drawings of one size");
    double sum = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const int difference = int(after[i]) - int(before[i]);
        sum += difference * difference;
    }
    return float(std::sqrt(sum / double(after.size())));
}

double DetailScale::detail_of(std::size_t keyframe) const {
    REDRAW_CHECK(keyframe < places_.size(), "a keyframe of this run");
    return places_.back() > 0 ? places_[keyframe] / places_.back() : 1;
}

std::vector<float> visible_changes(Backend& backend, const Grid& picture,
                                   std::span<const std::int64_t> steps, const ReadKeyframe& read) {
    const Grid grid = change_grid(picture);
    std::vector<float> changes;
    std::vector<std::uint8_t> before;
    for (const std::int64_t step : steps) {
        std::vector<std::uint8_t> levels;
        if (const auto parameters = read(step))
            levels = levels_of(backend.render(grid, whole(grid), *parameters)->on_host());
        const bool known = !before.empty() && !levels.empty();
        changes.push_back(known             ? visible_change(before, levels)
                          : changes.empty() ? 0
                                            : std::nanf(""));
        before = std::move(levels);
    }
    return changes;
}

}  // namespace redraw
