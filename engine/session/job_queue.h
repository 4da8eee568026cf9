// Exports and films in line: one at a time, a part of it at a time. Owned by the session, on its
// thread.
#pragma once

#include "engine/job.h"
#include "engine/studies/countdown.h"
#include "engine/studies/status.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

class JobQueue {
public:
    // Made when its turn comes: the file beside the target should not wait in line.
    using Make = std::function<std::unique_ptr<Job>()>;
    void add(std::string what, Make make) { jobs_.push_back({std::move(what), std::move(make)}); }
    bool empty() const { return jobs_.empty(); }
    void clear() { jobs_.clear(); }
    // A part of the first; when that is done its name, and the next one is the first. Throws Error,
    // and it is gone.
    std::optional<std::string> advance();
    std::optional<JobStatus> status() const;  // of the first

private:
    struct Entry {
        std::string what;
        Make make;
        std::unique_ptr<Job> job{};
        Countdown countdown{};
    };
    std::deque<Entry> jobs_;
};

}  // namespace redraw
