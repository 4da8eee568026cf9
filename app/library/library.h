// The files of the studio: its runs, small drawings, the trash, and what the window asks about
// files.
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

// The desktop's trash (freedesktop.org Trash specification 1.0): any file manager can restore what
// is moved there.
struct Trashed {
    std::filesystem::path was, file, info;  // where it was; where it and its note are in the trash
};
// Throws Error, with the file where it was: the trash of the home folder is on another disk.
Trashed move_to_trash(const std::filesystem::path& file);
// The same of a run, which no other Redraw may have open.
Trashed move_run_to_trash(const std::filesystem::path& run);
// Moves a run back to where it was. Throws Error and leaves it in the trash if something else has
// its name by now; throws Error if it is not in the trash any more.
void restore_from_trash(const Trashed& trashed);

// Small drawings of files on screen, of runs and of pictures; the least recently seen is dropped
// first. One owner, one thread: the library's.
class FileDrawings {
public:
    static constexpr std::size_t kMost = 32;  // more than a window shows at once

    // Draws a file in sight, unless a drawing of that time and size is there; true when it was
    // drawn. `side`: of a run's drawing, the longer one, in pixels.
    bool draw(const std::filesystem::path& file, std::filesystem::file_time_type modified, int side,
              const BackendOptions& options);
    // Null where there is none, and where it cannot be drawn.
    std::shared_ptr<const Image> of(const std::filesystem::path& file) const;

private:
    struct Drawing {
        std::filesystem::path file;
        std::filesystem::file_time_type modified;
        int side;                              // that was asked for
        std::shared_ptr<const Image> picture;  // null: it cannot be drawn
    };
    std::list<Drawing> drawings_;  // wanted last comes first
};

// The runs of the folder with their settings, and small drawings of them and other files on screen,
// read on a thread of its own. One owner; every public function is for the window's thread and
// returns at once.
class StudioLibrary {
public:
    struct Run {
        std::filesystem::path path;
        std::string name;  // from the file's name until it was read
        std::filesystem::file_time_type modified;
        std::uintmax_t bytes = 0;
        std::shared_ptr<const RunSummary> summary{};  // null until it was read, or with a problem
        std::string problem{};                        // one sentence
        std::shared_ptr<const Image> drawing{};  // null until draw() asked for it, and long after
        bool unread = true;                      // as it is now
    };
    struct Snapshot {
        std::vector<Run> runs;      // newest first
        std::string message;        // what went wrong with what was asked last, or what it brought
        std::size_t packing = 0;    // runs of which space is still to be freed
        std::size_t trashed = 0;    // that restore() puts back
        std::uint64_t listing = 0;  // shelves of the same are the same list, read further
    };

    struct FileDrawing {
        std::filesystem::path file;
        std::shared_ptr<const Image> drawing;  // null: it cannot be drawn
    };
    using Files = std::vector<FileDrawing>;

    // `changed` is called from the library's thread whenever there is a new shelf.
    StudioLibrary(const BackendOptions& options, std::function<void()> changed);

    using Paths = std::vector<std::filesystem::path>;
    // Lists the folder again and reads what is new; the newest request wins. `ours` are the files
    // this process writes: they are listed and never opened.
    void refresh(Paths ours) { ask({std::move(ours), {}}); }
    // Each of these does it, then refreshes; a refusal becomes the shelf's message.
    void trash(Paths runs, Paths ours);
    void restore(Paths ours);  // moves the runs that were trashed last back to where they were
    // The file keeps its name and its date.
    void rename(std::filesystem::path run, std::string name, Paths ours);
    // Packs these runs, one after the other, and keeps few moments of each.
    void free_space(Paths runs, Paths ours);
    // These runs are on screen: they are read and drawn before others. `side`: of their drawings,
    // the longer one, in pixels.
    void draw(const Paths& in_sight, int side) { look(&Sight::runs, {in_sight, side}); }
    // The same of any files, pictures or runs, wherever they lie.
    void draw_files(const Paths& in_sight, int side) { look(&Sight::files, {in_sight, side}); }

    // Never null; of files, what is drawn of those.
    std::shared_ptr<const Snapshot> snapshot() const { return locked(snapshot_); }
    std::shared_ptr<const Files> files() const { return locked(files_); }

private:
    struct Request {
        Paths ours;
        std::vector<std::function<void()>> acts;  // on the library's thread, before it lists
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
    bool read_next();       // the most urgent run or drawing; false when nothing is left
    bool draw_next_file();
    void show_files();
    void pack_next();
    void read(Run& run);
    void measure(Run& run);  // where its file does not say how close it is
    void show();

    BackendOptions options_;
    std::function<void()> changed_;

    // Used by the library's thread only.
    FileDrawings drawings_, file_drawings_;
    Snapshot now_;
    Paths ours_;
    std::vector<Trashed> trashed_;  // last
    Sight now_in_sight_;
    Paths to_pack_;             // the next one last
    std::uintmax_t freed_ = 0;  // bytes, of what was asked last

    mutable std::mutex mutex_;  // of everything up to the thread
    std::condition_variable_any wake_;
    std::optional<Request> request_;
    Sight in_sight_;
    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    std::shared_ptr<const Files> files_ = std::make_shared<const Files>();
    std::jthread thread_;  // last: it ends before anything above goes
};

// Answer what the window asks about files. Any thread; each may block as long as the file system
// does.
ui::FolderListing list_folder(const ui::FolderLookup& asked);
ui::PathKinds kinds_of(const ui::PathsLookup& asked);
ui::DropListing list_dropped(const ui::DropLookup& asked);
ui::RunFound find_run(const ui::RunLookup& asked);
ui::LookupAnswer look_up(const ui::FileLookup& asked);

// Answers what the window asks on threads of its own: a dead network mount blocks one of them and
// nothing else. Every function is for the window's thread and returns at once, also the destructor.
class FileLookups {
public:
    using Look = std::function<ui::LookupAnswer(const ui::FileLookup&)>;
    // The newest answer of each kind, by index of FileLookup::question; null before the first.
    using Answers = std::array<std::shared_ptr<const ui::LookupAnswer>,
                               std::variant_size_v<decltype(ui::FileLookup::question)>>;
    // Threads at a time; further questions wait until one of them is done.
    static constexpr int kMostThreads = 8;

    // `changed` is called from a thread that has an answer, never after the destructor has begun.
    explicit FileLookups(std::function<void()> changed, Look look = look_up);
    ~FileLookups();
    FileLookups(const FileLookups&) = delete;
    FileLookups& operator=(const FileLookups&) = delete;

    // The newest question of a kind takes the place of an older one.
    void ask(ui::FileLookup asked);
    Answers answers() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace redraw
