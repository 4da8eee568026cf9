#include "engine/session/frame_cache.h"

#include <algorithm>
#include <utility>

namespace redraw {

std::shared_ptr<const Surface> FrameCache::find(std::int64_t step, const Grid& grid) {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.step == step && entry.grid == grid;
    });
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return entries_.front().surface;
}

void FrameCache::put(std::int64_t step, const Grid& grid, std::shared_ptr<const Surface> surface,
                     std::size_t bytes) {
    if (!surface || bytes > budget_) return;
    remove_if([&](const Entry& entry) { return entry.step == step && entry.grid == grid; });
    while (bytes_ + bytes > budget_) {
        bytes_ -= entries_.back().bytes;
        entries_.pop_back();
    }
    entries_.push_front({step, grid, std::move(surface), bytes});
    bytes_ += bytes;
}

void FrameCache::forget(std::int64_t step) {
    remove_if([&](const Entry& entry) { return entry.step == step; });
}

void FrameCache::forget_after(std::int64_t step) {
    remove_if([&](const Entry& entry) { return entry.step > step; });
}

void FrameCache::clear() {
    entries_.clear();
    bytes_ = 0;
}

void FrameCache::remove_if(const std::function<bool(const Entry&)>& unwanted) {
    entries_.remove_if([&](const Entry& entry) {
        const bool goes = unwanted(entry);
        if (goes) bytes_ -= entry.bytes;
        return goes;
    });
}

}  // namespace redraw
