// Keyframes that the user marked. Plain values and pure functions of a run's events.
#pragma once

#include "engine/run/history.h"
#include "engine/run/keyframes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// A keyframe that the user marked, and the name it was given.
struct Bookmark {
    std::int64_t step = 0;
    std::string name{};  // displayable; empty: not named
    bool operator==(const Bookmark&) const = default;
};
inline constexpr std::size_t kLongestBookmarkName = 100;  // bytes; longer ones are cut

// Returns the bookmarks of a run, the one set or renamed last at the end. Events record them, so
// that copies of the run have them; their keyframes are not thinned out.
std::vector<Bookmark> bookmarks_of(std::span<const Event> events);
// Returns the bookmarks of a run, each at an existing keyframe. A bookmark whose keyframe is gone
// moves to the nearest one, as after a rollback; of several at one keyframe the last stays.
std::vector<Bookmark> bookmarks_of(std::span<const Event> events,
                                   std::span<const Keyframe> keyframes);
std::vector<std::int64_t> steps_of(std::span<const Bookmark> bookmarks);

}  // namespace redraw
