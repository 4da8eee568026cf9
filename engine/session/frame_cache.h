// Drawings of keyframes, so that scrubbing back and forth is immediate. A keyframe's drawing never
// changes; those not looked at for longest go first. Owned by Preview, on the session thread.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>

namespace redraw {

class FrameCache {
public:
    explicit FrameCache(std::size_t budget = std::size_t(64) << 20) : budget_(budget) {}

    // Null when it is not there; what is found has been looked at last.
    std::shared_ptr<const Surface> find(std::int64_t step, const Grid& grid);
    void put(std::int64_t step, const Grid& grid, std::shared_ptr<const Surface> surface,
             std::size_t bytes);
    void forget(std::int64_t step);        // a keyframe that was thinned out
    void forget_after(std::int64_t step);  // keyframes of a past that was taken back
    void clear();
    std::size_t bytes() const { return bytes_; }

private:
    struct Entry {
        std::int64_t step = 0;
        Grid grid;
        std::shared_ptr<const Surface> surface;
        std::size_t bytes = 0;
    };
    void remove_if(const std::function<bool(const Entry&)>& unwanted);

    std::size_t budget_;
    std::size_t bytes_ = 0;
    std::list<Entry> entries_;  // looked at last comes first
};

}  // namespace redraw
