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
    std::erase_if(entries_,
                  [&](const Entry& entry) { return entry.step == step && entry.grid == grid; });
    while (this->bytes() + bytes > budget_) entries_.pop_back();
    entries_.push_front({step, grid, std::move(surface), bytes});
}

std::size_t FrameCache::bytes() const {
    std::size_t sum = 0;
    for (const Entry& entry : entries_) sum += entry.bytes;
    return sum;
}

}  // namespace redraw
