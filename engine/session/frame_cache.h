// Caches drawings of keyframes, so that scrubbing back and forth is immediate. A keyframe's drawing
// never changes; the least recently used is dropped first. Owned by Preview, on the session thread.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>

namespace redraw {

class FrameCache {
public:
    explicit FrameCache(std::size_t budget = std::size_t(64) << 20) : budget_(budget) {}

    // Null when it is not there. What is found counts as the most recently used.
    std::shared_ptr<const Surface> find(std::int64_t step, const Grid& grid);
    void put(std::int64_t step, const Grid& grid, std::shared_ptr<const Surface> surface,
             std::size_t bytes);
    void forget(std::int64_t step) {  // a keyframe that was thinned out
        std::erase_if(entries_, [=](const Entry& entry) { return entry.step == step; });
    }
    void forget_after(std::int64_t step) {  // keyframes of a past that was taken back
        std::erase_if(entries_, [=](const Entry& entry) { return entry.step > step; });
    }
    void clear() { entries_.clear(); }
    std::size_t bytes() const;

private:
    struct Entry {
        std::int64_t step = 0;
        Grid grid;
        std::shared_ptr<const Surface> surface;
        std::size_t bytes = 0;
    };
    std::size_t budget_;
    std::list<Entry> entries_;  // most recently used first
};

}  // namespace redraw
