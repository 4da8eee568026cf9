// The studio's list of runs with their thumbnails.
#pragma once

#include "app/library/file_drawings.h"
#include "app/system/trash.h"
#include "engine/backend/backend.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/image.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace redraw {

// The list of runs with their settings, and the thumbnails of runs and other files on screen. A
// thread of its own reads the files. Every public function is for the window's thread and returns
// at once.
class StudioLibrary {
public:
    struct Run {
        std::filesystem::path path;
        std::string name;  // the file name until the run is read
        std::filesystem::file_time_type modified;
        std::uintmax_t bytes = 0;
        // The run's settings and results; null until the run is read, or if it has a problem.
        std::shared_ptr<const RunSummary> summary{};
        std::string problem{};  // a sentence saying why the run cannot be read; empty: it can
        // The run's thumbnail; null until some time after draw() requested it.
        std::shared_ptr<const Image> drawing{};
        bool unread = true;  // the file is new or has changed, and must be read
    };
    struct Snapshot {
        std::vector<Run> runs;    // the runs in the folder, newest first
        std::string message;      // result or error of the last request, as a sentence; or empty
        std::size_t packing = 0;  // number of runs that free_space() has still to pack
        std::size_t trashed = 0;  // number of runs that restore() would move back from the trash
        // Counter. Increases whenever the folder is listed again or `message` is new, but not when
        // more of the listed runs are read.
        std::uint64_t listing = 0;
    };

    struct FileDrawing {
        std::filesystem::path file;
        std::shared_ptr<const Image> drawing;  // its thumbnail; null: none yet, or none possible
    };
    using Files = std::vector<FileDrawing>;

    // `options`: for the backend that renders thumbnails, always the CPU with one thread. `changed`
    // is called on the library's thread whenever there are new thumbnails or a new snapshot.
    StudioLibrary(const BackendOptions& options, std::function<void()> changed);
    ~StudioLibrary();

    using Paths = std::vector<std::filesystem::path>;
    // Lists the folder of runs again and reads new runs; a newer request replaces a waiting one.
    // `ours`: run files that this process writes, which are listed but never opened.
    void refresh(Paths ours) { ask({std::move(ours), {}}); }
    // trash() to free_space() request an action and a new list of the folder. Snapshot::message
    // reports an error.
    void trash(Paths runs, Paths ours);
    void restore(Paths ours);  // moves the runs trashed last back to their original paths
    // Changes the name of the run's picture inside the run file. The file keeps its path and date.
    void rename(std::filesystem::path run, std::string name, Paths ours);
    // Makes run files smaller: packs them one after the other and keeps only some checkpoints of
    // each.
    void free_space(Paths runs, Paths ours);
    // Sets which runs are visible in a list. These are read before others and get thumbnails.
    // `side`: longer side of a thumbnail, in pixels.
    void draw(const Paths& in_sight, int side) { look(&Sight::runs, {in_sight, side}); }
    // Sets which other files, pictures or runs in any folder, are visible in a list and get
    // thumbnails.
    void draw_files(const Paths& in_sight, int side) { look(&Sight::files, {in_sight, side}); }

    // Return the newest state of the library; never null. files() contains the files that
    // draw_files() was given last.
    std::shared_ptr<const Snapshot> snapshot() const { return locked(snapshot_); }
    std::shared_ptr<const Files> files() const { return locked(files_); }

private:
    struct Request {
        Paths ours;
        // Run on the library's thread before it lists the folder.
        std::vector<std::function<void()>> acts;
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
    void attempt(Act act);  // calls `act`; an exception becomes the message
    // Reads the most urgent run or makes one thumbnail; false: nothing is left to do.
    bool read_next();
    bool draw_next_file();
    void show_files();
    void pack_next();
    void read(Run& run);
    void measure(Run& run);  // measures the PSNR of a run whose file has none
    void show();

    BackendOptions options_;
    std::function<void()> changed_;

    // The members from here to mutex_ are used by the library's thread only.
    FileDrawings drawings_, file_drawings_;
    Snapshot now_;
    Paths ours_;
    std::vector<Trashed> trashed_;  // the runs moved to the trash last
    Sight now_in_sight_;
    Paths to_pack_;             // runs whose space is to be freed, the next one last
    std::uintmax_t freed_ = 0;  // bytes freed so far by the last free_space()

    mutable std::mutex mutex_;  // guards all members below, except wake_ and the thread
    std::condition_variable wake_;
    std::optional<Request> request_;
    Sight in_sight_;
    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    std::shared_ptr<const Files> files_ = std::make_shared<const Files>();
    std::jthread thread_;  // last member, so that its thread ends before the others are destroyed
};

}  // namespace redraw
