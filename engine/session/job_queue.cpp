#include "engine/session/job_queue.h"

#include "engine/seconds.h"
#include "engine/text/display_name.h"

namespace redraw {

Notice saved_notice(const std::filesystem::path& file, const std::string& missing) {
    return {"Saved " + display_name(file.filename()) +
                (missing.empty() ? "" : ", without " + missing) + ".",
            file};
}

void JobQueue::advance() {
    Entry& first = jobs_.front();
    try {
        if (!first.job) first.job = first.make();
        if (first.begun == std::chrono::steady_clock::time_point())
            first.begun = std::chrono::steady_clock::now();
        if (!first.job->advance()) return;
    } catch (...) {
        jobs_.pop_front();
        throw;
    }
    Status& status = report_.status;
    if (first.asked.origin != Origin::user)
        status.copied = {first.asked.target, first.id, first.asked.origin == Origin::shared};
    give_notice(status, first.asked.notice);
    jobs_.pop_front();
}

std::optional<JobStatus> JobQueue::status() const {
    if (jobs_.empty()) return std::nullopt;
    const Entry& first = jobs_.front();
    const double progress = first.job ? first.job->progress() : 0;
    return JobStatus{.id = first.id,
                     .what = display_name(first.asked.target.filename()),
                     .waits_for = std::string(first.job ? first.job->waits_for() : ""),
                     .progress = progress,
                     .seconds_left = seconds_left(first.begun, progress),
                     .queued = jobs_.size() - 1};
}

}  // namespace redraw
