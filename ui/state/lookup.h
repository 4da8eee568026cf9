// The window's questions about files, and the answers. The app answers on its own threads
// (app/library/library.h), so the window stays usable if a dead network mount takes minutes or
// never answers. Plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace redraw::ui {

struct FolderLookup {              // lists a folder for the studio's own browser
    std::filesystem::path folder;  // or its nearest existing parent; empty: the working directory
    std::vector<std::string> extensions{};  // to list; empty: all that Redraw opens
    bool folders_only = false, all_files = false;
};
struct PathsLookup {  // asks which kind of file is at each path
    std::vector<std::filesystem::path> paths;
};
struct DropLookup {  // asks what the dropped paths are; a folder stands for the pictures in it
    std::vector<std::filesystem::path> paths;
};

struct RunLookup {  // asks whether a run can be opened for training
    std::filesystem::path run;
};

// A question about files. Only the newest question of each kind is answered.
struct FileLookup {
    std::uint64_t serial = 0;  // counts from 1
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
    std::vector<BrowserEntry> entries;  // folders first, then by name, ignoring case
    std::string problem;                // a sentence saying why the list is incomplete, or empty
};

enum class PathKind { nothing, file, folder };
using PathKinds = std::vector<PathKind>;  // one for each path asked about

struct DroppedFile {
    std::filesystem::path path;
    std::string name;
    std::string kind;  // "PNG", "run", "preset"; for other files what they are: "not a picture"
    bool picture = false;
    std::uintmax_t size = 0;  // bytes
};
inline constexpr std::size_t kMostDropped = 200;
// The dropped files, at most kMostDropped, in the order of dropping; files of a folder are sorted
// by name. Includes dropped files that cannot be opened, but not those inside a folder.
struct DropListing {
    std::vector<DroppedFile> files{};
    bool more = false;      // more files were dropped than are listed
    bool folders = false;   // a dropped folder contains folders, which are not searched
    bool one_file = false;  // one file was dropped: it is not examined, and `files` is empty
    bool plan = false;      // one folder with the results of a batch was dropped: `files` is empty
};

struct RunFound {
    bool free = false;  // the file exists and no other program trains it
};

struct LookupAnswer {
    std::uint64_t serial = 0;  // the question's serial number
    std::variant<FolderListing, PathKinds, DropListing, RunFound> found;
};

}  // namespace redraw::ui
