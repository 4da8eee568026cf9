#include "app/library/library.h"

#include "app/library/trash.h"
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

bool contains(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& path) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
}

// Compared as text: there may be a thousand.
StudioLibrary::Run* find(std::vector<StudioLibrary::Run>& runs, const std::filesystem::path& path) {
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const StudioLibrary::Run& run) {
        return run.path.native() == path.native();
    });
    return found == runs.end() ? nullptr : &*found;
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

void StudioLibrary::draw(const std::vector<std::filesystem::path>& in_sight) {
    {
        const std::lock_guard lock(mutex_);
        if (in_sight == in_sight_) return;
        in_sight_ = in_sight;
        looked_elsewhere_ = true;
    }
    wake_.notify_one();
}

void StudioLibrary::work(std::stop_token stop) {
    // On Linux a thread has a niceness of its own: drawing for a list gives way to training.
    setpriority(PRIO_PROCESS, id_t(gettid()), 15);
    bool more = false;
    while (!stop.stop_requested()) {
        std::optional<Request> request;
        {
            std::unique_lock lock(mutex_);
            if (!more) wake_.wait(lock, stop, [this] { return request_ || looked_elsewhere_; });
            request = std::exchange(request_, std::nullopt);
            if (std::exchange(looked_elsewhere_, false)) now_in_sight_ = in_sight_;
        }
        if (stop.stop_requested()) return;
        if (request) list(*request);
        more = read_next();
    }
}

void StudioLibrary::list(const Request& request) {
    ours_ = request.ours;
    now_ = {.runs = {}, .message = "", .listing = now_.listing + 1};
    unread_.clear();
    for (const std::filesystem::path& run : request.trash) {
        try {
            if (!contains(ours_, run)) move_run_to_trash(run);
        } catch (const Error& error) {
            now_.message = error.what();
        }
    }
    std::map<std::filesystem::path, Known> known;  // of the runs that are still there
    for (const RecentRun& run : listed()) {
        Run entry{run.path, run.picture_name, run.modified, nullptr, "", nullptr};
        const auto found = known_.find(run.path);
        const bool current = found != known_.end() && found->second.modified == run.modified;
        if (found != known_.end()) {
            entry.summary = found->second.summary;  // an older one until the newer is read
            if (current) entry.problem = found->second.problem;
            known.insert(known_.extract(found));
        }
        if (!current && !contains(ours_, run.path)) unread_.insert(now_.runs.size());
        now_.runs.push_back(std::move(entry));
    }
    known_ = std::move(known);
    show();
}

bool StudioLibrary::read_next() {
    for (const std::filesystem::path& path : now_in_sight_) {
        const Run* run = find(now_.runs, path);
        if (!run || contains(ours_, path)) continue;
        if (const auto place = std::size_t(run - now_.runs.data()); unread_.contains(place)) {
            read(place);
            return true;
        }
        const auto drawn = std::find_if(drawings_.begin(), drawings_.end(),
                                        [&](const Drawing& d) { return d.path == path; });
        if (drawn == drawings_.end() || drawn->modified != run->modified) {
            if (drawn != drawings_.end()) drawings_.erase(drawn);
            draw_one(*run);
            return true;
        }
        drawings_.splice(drawings_.begin(), drawings_, drawn);
    }
    if (unread_.empty()) return false;
    read(*unread_.begin());
    return true;
}

void StudioLibrary::read(std::size_t place) {
    unread_.erase(place);
    Run& run = now_.runs[place];
    Known known{run.modified, nullptr, ""};
    try {
        known.summary = std::make_shared<const RunSummary>(read_run_summary(run.path));
    } catch (const Error& error) {
        known.problem = error.what();
    } catch (const std::bad_alloc&) {
        known.problem = "There is not enough memory to read this run.";
    }
    run.summary = known.summary;
    run.problem = known.problem;
    known_[run.path] = std::move(known);
    std::error_code gone;
    if (run.problem.empty() || std::filesystem::exists(run.path, gone)) show();
}

void StudioLibrary::draw_one(const Run& run) {
    Drawing drawing{run.path, run.modified, nullptr};
    try {
        if (run.problem.empty()) drawing.picture = draw_run(run.path, kDrawingSide, options_);
    } catch (const Error&) {  // it changes just now: it is listed again soon
    } catch (const std::bad_alloc&) {
    }
    drawings_.push_front(std::move(drawing));
    if (drawings_.size() > kMostDrawings) drawings_.pop_back();
    show();
}

void StudioLibrary::show() {
    for (Run& run : now_.runs) run.drawing = nullptr;
    for (const Drawing& drawing : drawings_)
        if (Run* run = find(now_.runs, drawing.path)) run->drawing = drawing.picture;
    {
        const std::lock_guard lock(mutex_);
        shelf_ = std::make_shared<const Shelf>(now_);
    }
    changed_();
}

}  // namespace redraw
