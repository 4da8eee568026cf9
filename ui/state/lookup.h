// Questions of the window about files, and the answers. The app looks on threads of its own
// (app/library/library.h): on a dead network mount an answer takes minutes or never comes, and
// the window stays usable meanwhile. Plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace redraw::ui {

struct FolderLookup {              // asks what a folder holds, for the studio's own browser
    std::filesystem::path folder;  // or the nearest one above it that exists; empty: the current
    std::vector<std::string> extensions{};  // of the files; none: all that Redraw opens
    bool folders_only = false, all_files = false;
};
struct PathsLookup {  // asks what lies at each path
    std::vector<std::filesystem::path> paths;
};
struct DropLookup {  // asks what was dropped; a folder stands for the pictures in it
    std::vector<std::filesystem::path> paths;
};

struct RunLookup {  // whether a run can be opened to be trained
    std::filesystem::path run;
};

// A question. Only the newest of each kind is answered.
struct FileLookup {
    std::uint64_t serial = 0;  // from 1 on
    std::variant<FolderLookup, PathsLookup, DropLookup, RunLookup> question;
};

struct BrowserEntry {
    std::filesystem::path path;
    std::string name;
    bool folder = false;
    std::uintmax_t size = 0;  // bytes
};
struct FolderListing {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;  // folders first, by name without regard to case
    std::string problem;                // why not all of it is listed: a sentence, or empty
};

enum class PathKind { nothing, file, folder };
using PathKinds = std::vector<PathKind>;  // one for each path

struct DroppedFile {
    std::filesystem::path path;
    std::string name;
    std::string kind;  // "PNG", "run", "preset", or what Redraw does not open: "not a picture"
    bool picture = false;
    std::uintmax_t size = 0;  // bytes
};
inline constexpr std::size_t kMostDropped = 200;
// The dropped files, at most kMostDropped, in the order they were dropped; a folder's own by name.
// Files that cannot be opened are listed too, so that nobody misses them, but not out of a folder.
struct DropListing {
    std::vector<DroppedFile> files{};
    bool more = false;      // than are listed
    bool folders = false;   // in a folder that was dropped: nobody looks into them
    bool one_file = false;  // one path, and no folder: not looked into, `files` is empty
    bool plan = false;      // one folder, of the results of a plan: likewise
};

struct RunFound {
    bool free = false;  // the file exists and no other program trains it
};

struct LookupAnswer {
    std::uint64_t serial = 0;  // of the question
    std::variant<FolderListing, PathKinds, DropListing, RunFound> found;
};

}  // namespace redraw::ui
