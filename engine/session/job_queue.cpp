#include "engine/session/job_queue.h"

#include <utility>

namespace redraw {

std::optional<std::string> JobQueue::advance() {
    Entry& entry = jobs_.front();
    try {
        if (!entry.job) {
            entry.job = entry.make();
            entry.countdown.start();
        }
        if (!entry.job->advance()) return std::nullopt;
    } catch (...) {
        jobs_.pop_front();
        throw;
    }
    std::string what = std::move(entry.what);
    jobs_.pop_front();
    return what;
}

std::optional<JobStatus> JobQueue::status() const {
    if (jobs_.empty()) return std::nullopt;
    const Entry& entry = jobs_.front();
    const double progress = entry.job ? entry.job->progress() : 0;
    return JobStatus{entry.what, progress, entry.countdown.seconds_left(progress)};
}

}  // namespace redraw
