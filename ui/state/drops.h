// Several files dropped at once: a list of them, of which one is chosen. A dropped folder stands
// for the pictures in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

struct DroppedFile {
    std::filesystem::path path;
    std::string name;
    std::string kind;  // "PNG", "run", "preset", or what Redraw does not open: "not a picture"
    std::uintmax_t size = 0;
};

inline constexpr std::size_t kMostDropped = 200;

struct DropSheet {
    std::vector<DroppedFile> files;
    bool more = false;     // than are listed
    bool folders = false;  // in a folder that was dropped: they are not looked into
    int selected = 0;
    bool scroll = false;  // to the selected one
};

// At most kMostDropped of them, in the order they were dropped; a folder's own by name. What
// cannot be opened is listed too, so that nobody misses it, but not out of a folder.
DropSheet list_dropped(std::span<const std::filesystem::path> paths);
// Of the listed files.
std::size_t pictures_in(const DropSheet& sheet);

}  // namespace redraw::ui
