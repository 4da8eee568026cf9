#include "engine/session/tile_watch.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

constexpr std::chrono::seconds kEach{4};  // longer than a run in training is left unwritten
constexpr int kShare = 50;                // of the time at most one part in so many

}  // namespace

TileWatch::TileWatch(const Tiling& tiling, std::filesystem::path join_file)
    : tiling_(tiling), join_file_(std::move(join_file)), due_(Clock::now() + kEach) {
    for (std::int64_t tile = 0; tile < tiling_.count(); ++tile) {
        drawn_.push_back(written(tile));
        if (drawn_.back() == Time::min()) missing_.push_back(tile);
    }
    seen_ = drawn_;
}

TileWatch::Time TileWatch::written(std::int64_t tile) const {
    std::error_code gone;
    const Time time =
        std::filesystem::last_write_time(tile_run(join_file_, tiling_.place(tile)), gone);
    return gone ? Time::min() : time;
}

std::vector<std::int64_t> TileWatch::look() {
    const Clock::time_point begun = Clock::now();
    std::vector<std::int64_t> changed;
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        const Time now = written(std::int64_t(i)), before = std::exchange(seen_[i], now);
        if (now == drawn_[i] || now != before) continue;
        drawn_[i] = now;
        changed.push_back(std::int64_t(i));
    }
    const Clock::time_point end = Clock::now();
    due_ = end + std::max<Clock::duration>(kEach, kShare * (end - begun));
    return changed;
}

double TileWatch::seconds_until_due() const {
    return std::max(0.0, std::chrono::duration<double>(due_ - Clock::now()).count());
}

}  // namespace redraw
