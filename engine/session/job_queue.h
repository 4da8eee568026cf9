// Exports, one after the other, in parts between the bursts of training. Session thread.
#pragma once

#include "engine/job.h"
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

// Returns the notice "Saved lion-1024.png."; `missing`: what could not be saved, or empty.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// Runs export jobs one after the other, a part at a time. Owned by OpenRun, on the session
// thread.
class JobQueue {
public:
    struct Asked {
        std::filesystem::path target;
        Origin origin = Origin::user;
        Notice notice{};  // shown after the export is written
    };
    // Creates a job when its turn comes, so that the jobs waiting in the queue have no temporary
    // files.
    using Make = std::function<std::unique_ptr<Job>()>;

    // `report` outlives this object.
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
    void cancel() {  // drops the job at work; the next one follows
        if (!jobs_.empty()) jobs_.pop_front();
    }
    // Does a part of the first job's work. Removes a finished job and reports it in the status.
    // Throws Error after removing a job that failed.
    void advance();
    std::optional<JobStatus> status() const;  // status of the job at work; absent: no job

private:
    struct Entry {
        JobId id = 0;
        Asked asked;
        Make make;  // creates `job` when its turn comes, unless it exists already
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };

    Report& report_;
    std::deque<Entry> jobs_;
};

}  // namespace redraw
