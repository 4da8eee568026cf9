#include "engine/film/detail.h"

#include "engine/error.h"

#include <cmath>
#include <utility>

namespace redraw {

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
