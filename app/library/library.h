// The studio's files: its runs, their small drawings, the trash, and lookups of files for the
// window.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/image.h"
#include "ui/state/lookup.h"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace redraw {

// A file in the desktop's trash (freedesktop.org Trash specification 1.0), which any file manager
// can restore.
struct Trashed {
    // The original path, and the paths of the file and of its info file in the trash.
    std::filesystem::path was, file, info;
};
// Moves a file to the trash. Throws Error and leaves the file if the home folder's trash is on
// another disk.
Trashed move_to_trash(const std::filesystem::path& file);
// Moves a run to the trash. Throws Error if another Redraw has the run open.
Trashed move_run_to_trash(const std::filesystem::path& run);
// Moves a run back to its original path. Throws Error if another file has that path by now, or if
// the run is no longer in the trash.
void restore_from_trash(const Trashed& trashed);

// Small drawings of runs and pictures that are on screen. Drops the least recently seen drawing
// first. One owner, one thread: the library's.
class FileDrawings {
public:
    static constexpr std::size_t kMost = 32;  // more than a window shows at once

    // Draws a visible file and returns true, unless a drawing with this date and size exists.
    // `side`: longer side of a run's drawing, in pixels.
    bool draw(const std::filesystem::path& file, std::filesystem::file_time_type modified, int side,
              const BackendOptions& options);
    // Returns null if there is no drawing or the file cannot be drawn.
    std::shared_ptr<const Image> of(const std::filesystem::path& file) const;

private:
    struct Drawing {
        std::filesystem::path file;
        std::filesystem::file_time_type modified;
        int side;                              // requested longer side, in pixels
        std::shared_ptr<const Image> picture;  // null: the file cannot be drawn
    };
    std::list<Drawing> drawings_;  // most recently requested first
};

// The list of runs with their settings, and small drawings of runs and other files on screen, read
// on a thread of its own. One owner; every public function is for the window's thread and returns
// at once.
class StudioLibrary {
public:
    struct Run {
        std::filesystem::path path;
        std::string name;  // taken from the file name until the run is read
        std::filesystem::file_time_type modified;
        std::uintmax_t bytes = 0;
        // Null until the run is read, or if it has a problem.
        std::shared_ptr<const RunSummary> summary{};
        std::string problem{};  // one sentence, or empty
        // Null until some time after draw() requested it.
        std::shared_ptr<const Image> drawing{};
        bool unread = true;  // the file's current version is still to be read
    };
    struct Snapshot {
        std::vector<Run> runs;    // newest first
        std::string message;      // the error or the result of the last request
        std::size_t packing = 0;  // runs that free_space() has still to pack
        std::size_t trashed = 0;  // runs that restore() would bring back
        // Changes when the folder is listed again, but not when more of its runs are read.
        std::uint64_t listing = 0;
    };

    struct FileDrawing {
        std::filesystem::path file;
        std::shared_ptr<const Image> drawing;  // null: the file cannot be drawn
    };
    using Files = std::vector<FileDrawing>;

    // Calls `changed` on the library's thread whenever there is a new snapshot.
    StudioLibrary(const BackendOptions& options, std::function<void()> changed);

    using Paths = std::vector<std::filesystem::path>;
    // Lists the folder again and reads new runs; the newest request wins. `ours`: files that this
    // process writes; they are listed but never opened.
    void refresh(Paths ours) { ask({std::move(ours), {}}); }
    // The functions below perform their action, then refresh. An error appears in
    // Snapshot::message.
    void trash(Paths runs, Paths ours);
    void restore(Paths ours);  // moves the runs trashed last back to their paths
    // Changes the run's name; the file keeps its path and date.
    void rename(std::filesystem::path run, std::string name, Paths ours);
    // Packs these runs one after the other and keeps only a few checkpoints of each.
    void free_space(Paths runs, Paths ours);
    // Sets the runs on screen, which are read and drawn before others. `side`: longer side of the
    // drawings, in pixels.
    void draw(const Paths& in_sight, int side) { look(&Sight::runs, {in_sight, side}); }
    // Sets the files on screen, pictures or runs in any folder, to be drawn.
    void draw_files(const Paths& in_sight, int side) { look(&Sight::files, {in_sight, side}); }

    // Never null. files() contains only the files that are drawn so far.
    std::shared_ptr<const Snapshot> snapshot() const { return locked(snapshot_); }
    std::shared_ptr<const Files> files() const { return locked(files_); }

private:
    struct Request {
        Paths ours;
        std::vector<std::function<void()>> acts;  // run on the library's thread before it lists
    };
    struct Shown {
        Paths paths;
        int side = 0;
        bool operator==(const Shown&) const = default;
    };
    struct Sight {
        Shown runs, files;
        bool operator==(const Sight&) const = default;
    };

    template <class Value>
    Value locked(const Value& value) const {
        const std::lock_guard lock(mutex_);
        return value;
    }
    void ask(Request request);
    void look(Shown Sight::*which, const Shown& in_sight);
    void work(std::stop_token stop);
    void list(const Request& request);
    template <class Act>
    void attempt(Act act);  // an Error becomes the message
    bool read_next();       // reads the most urgent run or drawing; false: nothing is left
    bool draw_next_file();
    void show_files();
    void pack_next();
    void read(Run& run);
    void measure(Run& run);  // computes the PSNR if the run file has none
    void show();

    BackendOptions options_;
    std::function<void()> changed_;

    // Used by the library's thread only.
    FileDrawings drawings_, file_drawings_;
    Snapshot now_;
    Paths ours_;
    std::vector<Trashed> trashed_;  // the runs trashed last
    Sight now_in_sight_;
    Paths to_pack_;             // runs to pack, the next one last
    std::uintmax_t freed_ = 0;  // bytes freed by the last request

    mutable std::mutex mutex_;  // guards everything below it, except the thread
    std::condition_variable_any wake_;
    std::optional<Request> request_;
    Sight in_sight_;
    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    std::shared_ptr<const Files> files_ = std::make_shared<const Files>();
    std::jthread thread_;  // declared last: ends before the members above are destroyed
};

// Answer the window's questions about files. Callable from any thread; may block as long as the
// file system blocks.
ui::FolderListing list_folder(const ui::FolderLookup& asked);
ui::PathKinds kinds_of(const ui::PathsLookup& asked);
ui::DropListing list_dropped(const ui::DropLookup& asked);
ui::RunFound find_run(const ui::RunLookup& asked);
ui::LookupAnswer look_up(const ui::FileLookup& asked);

// Answers the window's questions about files on several threads, so that a dead network mount
// blocks only one of them. Every function is for the window's thread and returns at once, even the
// destructor.
class FileLookups {
public:
    using Look = std::function<ui::LookupAnswer(const ui::FileLookup&)>;
    // The newest answer of each kind, indexed by FileLookup::question; null before the first
    // answer.
    using Answers = std::array<std::shared_ptr<const ui::LookupAnswer>,
                               std::variant_size_v<decltype(ui::FileLookup::question)>>;
    // Maximum number of threads; more questions wait until a thread is free.
    static constexpr int kMostThreads = 8;

    // `changed` is called from a thread that has an answer, but never after the destructor has
    // begun.
    explicit FileLookups(std::function<void()> changed, Look look = look_up);
    ~FileLookups();
    FileLookups(const FileLookups&) = delete;
    FileLookups& operator=(const FileLookups&) = delete;

    // Asks a question. It replaces a waiting question of the same kind.
    void ask(ui::FileLookup asked);
    Answers answers() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace redraw
