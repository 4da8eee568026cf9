#include "engine/run/run_values.h"

#include "engine/error.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace redraw {

std::string text_of(const Event& event) {
    switch (event.kind) {
        case EventKind::imported:
            return "imported from iron_learn";
        case EventKind::branched:
            return "branched from " + event.name;
        case EventKind::schedule_changed:
            return "schedule changed";
        case EventKind::cool_down:
            return "cool-down";
        case EventKind::rolled_back:
            return fmt::format("diverged at step {}, went back, max rate halved to {:.9g}",
                               event.failed_step, event.lr_max);
        case EventKind::device_left:
            return fmt::format("the GPU failed after step {}, continued on {}", event.failed_step,
                               event.name);
        case EventKind::bookmarked:
            return event.name.empty() ? "bookmark" : "bookmark: " + event.name;
        case EventKind::bookmark_removed:
            return "bookmark removed";
        case EventKind::other:
            return event.name;
        default:
            return std::string(name_of(event.kind));  // started, resumed
    }
}

bool is_possible(const Event& event) {
    const EventKind kind = event.kind;
    const bool failed = kind == EventKind::rolled_back || kind == EventKind::device_left;
    const bool named = kind == EventKind::branched || kind == EventKind::device_left ||
                       kind == EventKind::bookmarked || kind == EventKind::other;
    return (failed ? event.failed_step >= 0 : event.failed_step == 0) &&
           (kind == EventKind::rolled_back ? std::isfinite(event.lr_max) && event.lr_max >= 0
                                           : event.lr_max == 0) &&
           (named || event.name.empty());
}

std::optional<Branch> branch_of(std::span<const Event> events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (event->kind == EventKind::branched) return Branch{event->name, event->step};
    return std::nullopt;
}

namespace {

constexpr std::size_t kManyParameters = 1'000'000;

// Returns the distance between neighbouring round steps near `step`: 1 below `digits_limit`, 10
// below ten times that, and so on.
std::int64_t spacing(std::int64_t step, std::int64_t digits_limit) {
    std::int64_t unit = 1;
    while (step / unit >= digits_limit) unit *= 10;
    return unit;
}

// Sort key of a racer: smaller is ahead. Finishers come first, by time, then the others by PSNR.
std::pair<int, double> order_of(const Racer& racer) {
    if (racer.finished) return {0, *racer.finished};
    return {1, -std::nearbyint(double(racer.psnr) * 10) / 10};
}

bool is_known(const Racer& racer) {
    return racer.finished || !std::isnan(racer.psnr);
}

}  // namespace

std::int64_t keyframe_digits(std::size_t parameters) {
    return parameters > kManyParameters ? 10 : 100;
}

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit) {
    return step >= 0 && step % spacing(step, digits_limit) == 0;
}

bool is_metric_step(std::int64_t step) {
    return step > 0 && step % spacing(step, 1000) == 0;
}

std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit) {
    REDRAW_CHECK(step >= 0 && step <= std::numeric_limits<std::int64_t>::max() / 2,
                 "a step that can be counted on from");
    const std::int64_t unit = spacing(step, digits_limit);
    return (step / unit + 1) * unit;
}

std::int64_t keyframe_budget_for(std::int64_t bytes_each) {
    constexpr std::int64_t kLeast = 16'000'000, kMost = 256'000'000, kKeyframes = 64;
    return bytes_each > kMost / kKeyframes ? kMost : std::max(kLeast, kKeyframes * bytes_each);
}

double seconds_of(const Keyframe& keyframe, const std::vector<Metric>& metrics) {
    if (keyframe.step <= 0) return 0;
    const auto at = std::ranges::lower_bound(metrics, keyframe.step, {}, &Metric::step);
    if (at != metrics.end()) return at->seconds;
    return metrics.empty() ? 0 : metrics.back().seconds;
}

std::vector<std::int64_t> steps_of(std::span<const Keyframe> keyframes) {
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    return steps;
}

std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::span<const std::int64_t> kept) {
    // A candidate for removal: a step and its remaining neighbours. Compares ratios instead of
    // logarithms: a division gives the same result on every machine.
    struct Gap {
        double ratio;
        std::size_t at, before, after;
        bool operator>(const Gap& other) const {
            return std::tie(ratio, at) > std::tie(other.ratio, other.at);
        }
    };
    std::vector<std::size_t> before(steps.size()), after(steps.size());  // remaining neighbours
    std::vector<Gap> gaps;
    const auto gap = [&](std::size_t at) {
        const double ratio = (1.0 + double(steps[after[at]])) / (1.0 + double(steps[before[at]]));
        return Gap{ratio, at, before[at], after[at]};
    };
    std::vector<char> stays(steps.size());
    for (const std::int64_t step : kept)
        if (const auto found = std::ranges::lower_bound(steps, step);
            found != steps.end() && *found == step)
            stays[std::size_t(found - steps.begin())] = 1;
    const auto may_go = [&](std::size_t at) {
        return at > 0 && at + 1 < steps.size() && !stays[at];
    };
    for (std::size_t at = 0; at < steps.size(); ++at) {
        before[at] = at > 0 ? at - 1 : 0;
        after[at] = at + 1;
        if (may_go(at)) gaps.push_back(gap(at));
    }
    std::priority_queue narrowest(std::greater<>(), std::move(gaps));
    std::vector<char> gone(steps.size());
    for (std::size_t left = steps.size(); left > most && !narrowest.empty();) {
        const Gap next = narrowest.top();
        narrowest.pop();
        const std::size_t at = next.at;
        // Skips an outdated entry: its step is gone, or a newer entry has its present neighbours.
        if (gone[at] || next.before != before[at] || next.after != after[at]) continue;
        gone[at] = 1;
        --left;
        after[before[at]] = after[at];
        before[after[at]] = before[at];
        for (const std::size_t neighbour : {before[at], after[at]})
            if (may_go(neighbour)) narrowest.push(gap(neighbour));
    }
    std::vector<std::int64_t> stay;
    for (std::size_t at = 0; at < steps.size(); ++at)
        if (!gone[at]) stay.push_back(steps[at]);
    return stay;
}

std::vector<Bookmark> bookmarks_of(std::span<const Event> events) {
    std::map<std::int64_t, std::pair<std::size_t, std::string>> set;  // by step: event index, name
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& event = events[i];
        if (event.kind == EventKind::bookmarked) set[event.step] = {i, event.name};
        if (event.kind == EventKind::bookmark_removed) set.erase(event.step);
    }
    std::vector<Bookmark> bookmarks;
    for (auto& [step, mark] : set) bookmarks.push_back({step, std::move(mark.second)});
    std::ranges::sort(bookmarks, {}, [&](const Bookmark& mark) { return set.at(mark.step).first; });
    return bookmarks;
}

std::vector<Bookmark> bookmarks_of(std::span<const Event> events,
                                   std::span<const Keyframe> keyframes) {
    std::vector<Bookmark> bookmarks = bookmarks_of(events), at_keyframes;
    if (keyframes.empty()) return at_keyframes;
    std::set<std::int64_t> taken;
    for (auto mark = bookmarks.rbegin(); mark != bookmarks.rend(); ++mark) {
        mark->step = nearest_keyframe(keyframes, mark->step);
        if (taken.insert(mark->step).second) at_keyframes.push_back(std::move(*mark));
    }
    std::ranges::reverse(at_keyframes);
    return at_keyframes;
}

std::vector<std::int64_t> steps_of(std::span<const Bookmark> bookmarks) {
    std::vector<std::int64_t> steps;
    for (const Bookmark& bookmark : bookmarks) steps.push_back(bookmark.step);
    return steps;
}

std::int64_t nearest_keyframe(std::span<const Keyframe> keyframes, std::int64_t step) {
    const auto after = std::ranges::lower_bound(keyframes, step, {}, &Keyframe::step);
    if (after == keyframes.begin()) return after->step;
    const auto before = std::prev(after);
    return after == keyframes.end() || step - before->step <= after->step - step ? before->step
                                                                                 : after->step;
}

std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step) {
    if (keyframes.empty()) return "none is kept";
    const auto after = std::ranges::upper_bound(keyframes, step, {}, &Keyframe::step);
    if (after == keyframes.end())
        return fmt::format("the last one kept is {}", keyframes.back().step);
    if (after == keyframes.begin()) return fmt::format("the first one kept is {}", after->step);
    return fmt::format("the nearest kept are {} and {}", std::prev(after)->step, after->step);
}

std::string letter_of(std::size_t racer) {
    return std::string(1, char('A' + racer));
}

std::optional<double> reached_at(std::span<const MeasuredPsnr> measured, double psnr) {
    const auto found = std::ranges::find_if(
        measured, [&](const MeasuredPsnr& drawing) { return double(drawing.psnr) >= psnr; });
    return found == measured.end() ? std::nullopt : std::optional(found->seconds);
}

std::vector<int> places_of(std::span<const Racer> racers) {
    std::vector<int> places;
    for (const Racer& racer : racers) {
        const auto is_ahead = [&](const Racer& other) {
            return is_known(other) && order_of(other) < order_of(racer);
        };
        places.push_back(is_known(racer) ? 1 + int(std::ranges::count_if(racers, is_ahead)) : 0);
    }
    return places;
}

std::optional<std::size_t> winner_of(std::span<const Racer> racers) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < racers.size(); ++i)
        if (racers[i].finished && (!first || *racers[i].finished < *racers[*first].finished))
            first = i;
    if (!first) return std::nullopt;
    const bool settled = std::ranges::all_of(racers, [&](const Racer& racer) {
        return racer.finished || !racer.goes_on || racer.seconds >= *racers[*first].finished;
    });
    return settled ? first : std::nullopt;
}

std::string place_text(int place) {
    constexpr const char* kTexts[] = {"", "1st", "2nd", "3rd", "4th"};
    return kTexts[std::clamp(place, 0, int(std::size(kTexts)) - 1)];
}

std::string race_time(double seconds) {
    if (seconds >= 60) return whole_duration(seconds);
    return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 2 : 1);
}

}  // namespace redraw
