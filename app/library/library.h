// The studio's list of runs with their thumbnails.
#pragma once

#include "app/library/file_drawings.h"
#include "app/system/trash.h"
#include "engine/backend/backend.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/image.h"
#include "engine/run/run_list.h"
#include "ui/state/requests.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace redraw {

// The list of runs with their settings, and the thumbnails of runs and other files on screen. A
// thread of its own reads the files. Every public function is for the window's thread and returns
// at once.
class StudioLibrary {
public:
    struct Run : RecentRun {
        // The run's settings and results; null until the run is read, or if it has a problem.
        std::shared_ptr<const RunSummary> summary{};
        std::string problem{};  // a sentence saying why the run cannot be read; empty: it can
        bool unread = true;     // the file is new or has changed, and must be read
    };
    struct Snapshot {
        std::vector<Run> runs;    // the runs in the folder, newest first
        std::string message;      // result or error of the last request, as a sentence; or empty
        std::size_t packing = 0;  // number of runs that FreeSpace has still to pack
        std::size_t trashed = 0;  // number of runs that RestoreRuns would move back from the trash
        // Counter. Increases whenever the folder is listed again or `message` is new, but not when
        // more of the listed runs are read.
        std::uint64_t listing = 0;
    };

    // `options`: for the backend that renders thumbnails, always the CPU with one thread. `changed`
    // is called on the library's thread whenever there are new thumbnails or a new snapshot.
    StudioLibrary(const BackendOptions& options, std::function<void()> changed);
    ~StudioLibrary();

    using Paths = std::vector<std::filesystem::path>;
    // Carries out a request, then lists the folder of runs again and reads new runs. `ours`: run
    // files that this process writes, which are listed but never opened. Snapshot::message reports
    // an error.
    void ask(ui::RunRequest request, Paths ours);
    // Sets which files, runs in any folder or pictures, are visible in a list. These get
    // thumbnails; listed runs among them are read before others.
    void draw(const std::vector<ui::FileInSight>& in_sight);

    // Return the newest state of the library; never null. drawings() contains the thumbnails of the
    // files that draw() was given lately.
    std::shared_ptr<const Snapshot> snapshot() const { return locked(snapshot_); }
    std::shared_ptr<const ui::FileThumbnails> drawings() const { return locked(shown_drawings_); }

private:
    template <class Value>
    Value locked(const Value& value) const {
        const std::lock_guard lock(mutex_);
        return value;
    }
    // Publishes a new value for the window's thread.
    template <class Value>
    void show(std::shared_ptr<const Value>& shown, const Value& value);
    void work(std::stop_token stop);
    void carry_out(const ui::RunRequest& request);
    void list();
    template <class Act>
    void attempt(Act act);  // calls `act`; an exception becomes the message
    // Reads the most urgent run or makes one thumbnail; false: nothing is left to do.
    bool read_next();
    void pack_next();
    void read(Run& run);
    void measure(Run& run);  // measures the PSNR of a run whose file has none

    BackendOptions options_;
    std::function<void()> changed_;

    // The members from here to mutex_ are used by the library's thread only.
    FileDrawings drawings_;
    Snapshot now_;
    Paths ours_;
    std::vector<Trashed> trashed_;  // the runs moved to the trash last
    std::vector<ui::FileInSight> now_in_sight_;
    Paths to_pack_;             // runs whose space is to be freed, the next one last
    std::uintmax_t freed_ = 0;  // bytes freed so far by the last FreeSpace

    mutable std::mutex mutex_;  // guards all members below, except wake_ and the thread
    std::condition_variable wake_;
    std::vector<ui::RunRequest> requests_;
    Paths next_ours_;  // of the newest request
    std::vector<ui::FileInSight> in_sight_;
    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    std::shared_ptr<const ui::FileThumbnails> shown_drawings_ =
        std::make_shared<const ui::FileThumbnails>();
    std::jthread thread_;  // last member, so that its thread ends before the others are destroyed
};

}  // namespace redraw
