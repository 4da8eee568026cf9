// The questions about files that the window asks, and the answers, which the app finds on separate
// threads (app/library/file_lookup.h). The window therefore stays usable if a dead network mount
// takes minutes or never answers. Plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace redraw {
struct Lesson;  // defined in engine/features/lesson/lesson.h
}

namespace redraw::ui {

struct FolderLookup {  // lists a folder for the studio's own file browser
    // The folder to list. If it does not exist, its nearest existing parent is listed; empty: the
    // working directory.
    std::filesystem::path folder;
    // File extensions to list; empty: every format that Redraw opens.
    std::vector<std::string> extensions{};
    bool folders_only = false, all_files = false;
};
struct PathsLookup {  // asks for each path whether it is a file, a folder, or missing
    std::vector<std::filesystem::path> paths;
};
// Asks what the paths dropped on the window are; a folder stands for the openable files in it.
struct DropLookup {
    std::vector<std::filesystem::path> paths;
};

struct RunLookup {  // asks whether a run file exists and no other program trains it
    std::filesystem::path run;
};

// A question about files. Only the newest question of each kind is answered.
struct FileLookup {
    std::uint64_t serial = 0;  // number of the question, counted from 1
    std::variant<FolderLookup, PathsLookup, DropLookup, RunLookup> question;
};

struct BrowserEntry {
    std::filesystem::path path;
    std::string name;
    bool folder = false;
    std::uintmax_t size = 0;  // file size in bytes
};
struct FolderListing {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;  // folders first; sorted by name, ignoring case
    std::string problem;  // a sentence saying why the list is incomplete; empty: it is complete
};

enum class PathKind { nothing, file, folder };
using PathKinds = std::vector<PathKind>;  // one for each of PathsLookup::paths

struct DroppedFile {
    std::filesystem::path path;
    std::string name;
    // The kind of file that the list shows: "PNG", "run" or "preset". For a file that cannot be
    // opened, the reason instead: "not a picture".
    std::string kind;
    bool picture = false;
    std::uintmax_t size = 0;  // file size in bytes
};
inline constexpr std::size_t kMostDropped = 200;
// The files dropped on the window, at most kMostDropped, in the order of dropping. Files from a
// dropped folder are sorted by name. Includes files that cannot be opened if they were dropped
// themselves, but not if they are inside a dropped folder.
struct DropListing {
    std::vector<DroppedFile> files{};
    bool more = false;     // `files` does not list everything that was dropped
    bool folders = false;  // a dropped folder contains subfolders, which are not searched
    // Only one file was dropped: `files` is empty, and only a file that may be a lesson was
    // examined.
    bool one_file = false;
    std::shared_ptr<const Lesson> lesson{};  // the valid lesson in the one file; null: none
    std::string problem{};  // a sentence saying what is wrong with that lesson; empty: nothing
    bool plan = false;      // only the results folder of a batch was dropped: `files` is empty
};

struct RunFound {
    bool free = false;  // the run file exists, and no other program trains it
};

struct LookupAnswer {
    std::uint64_t serial = 0;  // the serial number of the question
    std::variant<FolderListing, PathKinds, DropListing, RunFound> found;
};

}  // namespace redraw::ui
