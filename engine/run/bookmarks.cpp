#include "engine/run/bookmarks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace redraw {

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

}  // namespace redraw
