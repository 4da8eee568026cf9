#include "engine/run/race.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace redraw {

namespace {

// Sort key of a racer: smaller is ahead. Finishers come first, by time, then the others by PSNR.
std::pair<int, double> order_of(const Racer& racer) {
    if (racer.finished) return {0, *racer.finished};
    return {1, -std::nearbyint(double(racer.psnr) * 10) / 10};
}

bool is_known(const Racer& racer) {
    return racer.finished || !std::isnan(racer.psnr);
}

}  // namespace

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
