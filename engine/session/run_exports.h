// Exports of the open run: pictures, films and pages as jobs; curves and copies at once. One owner,
// the open run, on the session thread.
#pragma once

#include "engine/job.h"
#include "engine/session/beside_run.h"
#include "engine/session/command.h"
#include "engine/session/status.h"

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace redraw {

// "Saved lion-1024.png."; `missing` names what could not be saved.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// Exports one after the other, a part at a time. Owned by what is open, on the session thread.
class JobQueue {
public:
    struct Asked {
        std::filesystem::path target;
        Origin origin = Origin::user;
        Notice notice{};             // once it is written
        bool of_companions = false;  // it draws with the runs beside the open one
    };
    // Called when its turn comes: the file beside the target should not wait in line.
    using Make = std::function<std::unique_ptr<Job>()>;

    // The report outlives this.
    explicit JobQueue(Report& report) : report_(report) {}
    void add(Asked asked, Make make) {
        jobs_.push_back({++report_.last_job, std::move(asked), std::move(make)});
    }
    void add(Asked asked, std::unique_ptr<Job> job) {
        add(std::move(asked), Make());
        jobs_.back().job = std::move(job);
    }
    bool empty() const { return jobs_.empty(); }
    void clear() { jobs_.clear(); }
    // Those that draw with the companions, which go away; true when there was one.
    bool clear_of_companions() {
        return std::erase_if(jobs_, [](const Entry& entry) { return entry.asked.of_companions; }) >
               0;
    }
    // A part of the first; the next one is the first when that is done, which the status then says.
    // Throws Error, and it is gone.
    void advance();
    std::optional<JobStatus> status() const;  // of the first

private:
    struct Entry {
        JobId id = 0;
        Asked asked;
        Make make;  // unless `job` is there already
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };

    Report& report_;
    std::deque<Entry> jobs_;
};

class RunExports {
public:
    // `picture` as it was opened; null when only the target is known. All outlive this.
    RunExports(Trainer& trainer, std::shared_ptr<const Image> picture, RunCopies& copies,
               const ComparedRuns& compared, Report& report)
        : trainer_(trainer),
          picture_(std::move(picture)),
          copies_(copies),
          compared_(compared),
          report_(report),
          jobs_(report) {}

    // Each throws Error.
    void on(const command::ExportPictures& asked);
    void on(const command::ExportFilm& asked);
    void on(const command::ExportPage& asked);
    void on(const command::ExportCurves& asked);
    void on(const command::SaveCopy& asked);
    JobQueue& jobs() { return jobs_; }

private:
    void begin(const std::filesystem::path& output);

    Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    RunCopies& copies_;
    const ComparedRuns& compared_;
    Report& report_;
    JobQueue jobs_;
};

}  // namespace redraw
