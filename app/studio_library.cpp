#include "app/studio_library.h"

#include "app/studio_trash.h"
#include "engine/error.h"
#include "engine/run/run_folder.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr int kDrawingSide = 160;  // pixels: a card's 56 units at more than twice the scale

std::vector<RecentRun> listed() {
    try {
        return recent_runs();
    } catch (const Error&) {  // no home folder: nothing is recent
        return {};
    }
}

}  // namespace

StudioLibrary::StudioLibrary(const BackendOptions& options, std::function<void()> changed)
    : options_(options), changed_(std::move(changed)) {
    options_.kind = BackendKind::cpu;
    options_.precision = Precision::automatic;
    options_.threads = 1;
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
}

StudioLibrary::~StudioLibrary() {
    thread_.request_stop();
    thread_.join();
}

void StudioLibrary::refresh(std::vector<std::filesystem::path> ours) {
    ask({std::move(ours), {}});
}

void StudioLibrary::trash(std::filesystem::path run, std::vector<std::filesystem::path> ours) {
    ask({std::move(ours), {std::move(run)}});
}

void StudioLibrary::ask(Request request) {
    {
        const std::lock_guard lock(mutex_);
        if (request_)  // a newer list replaces an older one; what was to go still goes
            request.trash.insert(request.trash.begin(), request_->trash.begin(),
                                 request_->trash.end());
        request_ = std::move(request);
    }
    wake_.notify_one();
}

std::shared_ptr<const StudioLibrary::Shelf> StudioLibrary::shelf() const {
    const std::lock_guard lock(mutex_);
    return shelf_;
}

void StudioLibrary::show(Shelf shelf) {
    {
        const std::lock_guard lock(mutex_);
        shelf_ = std::make_shared<const Shelf>(std::move(shelf));
    }
    changed_();
}

bool StudioLibrary::superseded(std::stop_token stop) const {
    const std::lock_guard lock(mutex_);
    return stop.stop_requested() || request_.has_value();
}

void StudioLibrary::work(std::stop_token stop) {
    // On Linux a thread has a niceness of its own: drawing for a list gives way to training.
    setpriority(PRIO_PROCESS, id_t(gettid()), 15);
    while (!stop.stop_requested()) {
        std::optional<Request> request;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, stop, [this] { return request_.has_value(); });
            request = std::exchange(request_, std::nullopt);
        }
        if (request) answer(*request, stop);
    }
}

void StudioLibrary::answer(const Request& request, std::stop_token stop) {
    Shelf shelf;
    const auto is_ours = [&](const std::filesystem::path& path) {
        return std::find(request.ours.begin(), request.ours.end(), path) != request.ours.end();
    };
    for (const std::filesystem::path& run : request.trash) {
        try {
            if (!is_ours(run)) move_run_to_trash(run);
        } catch (const Error& error) {
            shelf.message = error.what();
        }
    }
    const auto up_to_date = [&](const Run& run) {
        const auto found = known_.find(run.path);
        return found != known_.end() && found->second.modified == run.modified;
    };
    for (const RecentRun& run : listed()) {
        Run entry{run.path, run.picture_name, run.modified, nullptr, ""};
        if (const auto found = known_.find(run.path); found != known_.end()) {
            entry.summary = found->second.summary;  // an older one until the newer is read
            if (up_to_date(entry)) entry.problem = found->second.problem;
        }
        shelf.runs.push_back(std::move(entry));
    }
    show(shelf);
    for (Run& run : shelf.runs) {
        if (superseded(stop)) return;
        if (is_ours(run.path) || up_to_date(run)) continue;
        Known known{run.modified, nullptr, ""};
        try {
            known.summary = std::make_shared<const RunSummary>(
                read_run_summary(run.path, kDrawingSide, options_));
        } catch (const Error& error) {
            known.problem = error.what();
        } catch (const std::bad_alloc&) {
            known.problem = "There is not enough memory to read this run.";
        }
        run.summary = known.summary;
        run.problem = known.problem;
        known_[run.path] = std::move(known);
        std::error_code gone;
        if (run.problem.empty() || std::filesystem::exists(run.path, gone)) show(shelf);
    }
}

}  // namespace redraw
