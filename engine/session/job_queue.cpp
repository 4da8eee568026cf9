#include "engine/session/job_queue.h"

#include "engine/seconds.h"
#include "engine/text/display_name.h"

namespace redraw {

Notice saved_notice(const std::filesystem::path& file, const std::string& missing) {
    const std::string but = missing.empty() ? "" : ", but for " + missing;
    return {"Saved " + display_name(file.filename()) + but + ".", file};
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
    report_done(first);
    jobs_.pop_front();
}

void JobQueue::report_done(const Entry& done) {
    Status& status = report_.status;
    if (done.asked.origin == Origin::clipboard) status.copied = {done.asked.target, done.id};
    give_notice(status, done.asked.notice);
}

std::optional<JobStatus> JobQueue::status() const {
    if (jobs_.empty()) return std::nullopt;
    const Entry& first = jobs_.front();
    const double progress = first.job ? first.job->progress() : 0;
    return JobStatus{.id = first.id,
                     .origin = first.asked.origin,
                     .what = display_name(first.asked.target.filename()),
                     .waits_for = std::string(first.job ? first.job->waits_for() : ""),
                     .progress = progress,
                     .seconds_left = seconds_left(first.begun, progress)};
}

}  // namespace redraw
