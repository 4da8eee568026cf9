#include "app/library/library.h"

#include "engine/drawing/picture_thumbnail.h"
#include "engine/error.h"
#include "engine/run/folders.h"
#include "engine/run/run_file.h"
#include "engine/run/run_values.h"
#include "engine/text/numbers.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace redraw {
namespace {

// A run is opened as one only, whatever its name: a process that opens it otherwise loses its locks
// (run_file.h).
std::shared_ptr<const Image> drawn_small(const std::filesystem::path& file, int side,
                                         const BackendOptions& options) {
    try {
        if (is_run_file(file)) return draw_run(file, side, options);
        return std::make_shared<const Image>(load_thumbnail(file));
    } catch (const Error&) {  // it changes just now, or is no picture
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

bool contains(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& path) {
    return std::ranges::find(paths, path) != paths.end();
}

// Compared as text: there may be a thousand.
StudioLibrary::Run* find(std::vector<StudioLibrary::Run>& runs, const std::filesystem::path& path) {
    const auto found = std::ranges::find_if(
        runs, [&](const StudioLibrary::Run& run) { return run.path.native() == path.native(); });
    return found == runs.end() ? nullptr : &*found;
}

}  // namespace

bool FileDrawings::draw(const std::filesystem::path& file, std::filesystem::file_time_type modified,
                        int side, const BackendOptions& options) {
    const auto drawn = std::ranges::find(drawings_, file, &Drawing::file);
    if (drawn != drawings_.end() && drawn->modified == modified && drawn->side == side) {
        drawings_.splice(drawings_.begin(), drawings_, drawn);
        return false;
    }
    if (drawn != drawings_.end()) drawings_.erase(drawn);
    drawings_.push_front({file, modified, side, drawn_small(file, side, options)});
    if (drawings_.size() > kMost) drawings_.pop_back();
    return true;
}

std::shared_ptr<const Image> FileDrawings::of(const std::filesystem::path& file) const {
    const auto drawn = std::ranges::find(drawings_, file, &Drawing::file);
    return drawn == drawings_.end() ? nullptr : drawn->picture;
}

StudioLibrary::StudioLibrary(const BackendOptions& options, std::function<void()> changed)
    : options_(options), changed_(std::move(changed)) {
    options_.kind = BackendKind::cpu;
    options_.precision = Precision::automatic;
    options_.threads = 1;
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
}

void StudioLibrary::ask(Request request) {
    {
        const std::lock_guard lock(mutex_);
        if (request_)  // a newer list replaces an older one; what was to be done still is
            request.acts.insert(request.acts.begin(), request_->acts.begin(), request_->acts.end());
        request_ = std::move(request);
    }
    wake_.notify_one();
}

void StudioLibrary::look(Shown Sight::*which, const Shown& in_sight) {
    {
        const std::lock_guard lock(mutex_);
        if (in_sight == in_sight_.*which) return;
        in_sight_.*which = in_sight;
    }
    wake_.notify_one();
}

void StudioLibrary::work(std::stop_token stop) {
    // On Linux each thread has its own niceness: drawing for a list gives way to training, but not
    // so far that the user waits for it.
    setpriority(PRIO_PROCESS, id_t(gettid()), 5);
    bool more = false;
    while (!stop.stop_requested()) {
        std::optional<Request> request;
        bool seen = true;
        {
            std::unique_lock lock(mutex_);
            if (!more)
                wake_.wait(lock, stop, [this] { return request_ || in_sight_ != now_in_sight_; });
            request = std::exchange(request_, std::nullopt);
            seen = now_in_sight_.files.paths == in_sight_.files.paths;
            now_in_sight_ = in_sight_;
        }
        if (stop.stop_requested()) return;
        if (request) list(*request);
        if (!seen) show_files();  // what is drawn already is seen at once
        more = draw_next_file() || read_next();
        if (!more && !to_pack_.empty()) {
            pack_next();
            more = true;
        }
    }
}

template <class Act>
void StudioLibrary::attempt(Act act) {
    try {
        act();
    } catch (const std::exception& error) {
        now_.message = sentence_of(error);
    }
}

void StudioLibrary::trash(Paths runs, Paths ours) {
    const auto act = [this, runs = std::move(runs)] {
        trashed_.clear();
        for (const std::filesystem::path& run : runs)
            attempt([&] {
                if (!contains(ours_, run)) trashed_.push_back(move_run_to_trash(run));
            });
    };
    ask({std::move(ours), {act}});
}

void StudioLibrary::restore(Paths ours) {
    const auto act = [this] {
        for (const Trashed& run : std::exchange(trashed_, {}))
            attempt([&] { restore_from_trash(run); });
    };
    ask({std::move(ours), {act}});
}

void StudioLibrary::rename(std::filesystem::path path, std::string name, Paths ours) {
    const auto act = [this, path = std::move(path), name = std::move(name)] {
        attempt([&] {
            if (contains(ours_, path))
                throw Error("A run beside the open one is renamed once it has left.");
            const auto date = std::filesystem::last_write_time(path);
            RunFile run = RunFile::open(path);
            run.rename(name);
            run.commit();
            std::filesystem::last_write_time(path, date);  // nothing was learned
            if (Run* known = find(now_.runs, path)) known->unread = true;
        });
    };
    ask({std::move(ours), {act}});
}

void StudioLibrary::free_space(Paths runs, Paths ours) {
    const auto act = [this, runs = std::move(runs)] {
        freed_ = 0;
        to_pack_.assign(runs.rbegin(), runs.rend());
    };
    ask({std::move(ours), {act}});
}

void StudioLibrary::list(const Request& request) {
    ours_ = request.ours;
    now_.message.clear();
    ++now_.listing;
    for (const auto& act : request.acts) act();
    now_.trashed = trashed_.size();
    now_.packing = to_pack_.size();
    std::vector<Run> before = std::exchange(now_.runs, {});
    for (const RecentRun& recent : recent_runs()) {
        Run run{.path = recent.path,
                .name = recent.picture_name,
                .modified = recent.modified,
                .bytes = recent.bytes};
        if (Run* known = find(before, run.path)) {
            run.summary = std::move(known->summary);  // an older one until the newer is read
            run.unread = known->unread || known->modified != run.modified;
            if (!run.unread) run.problem = std::move(known->problem);
        }
        now_.runs.push_back(std::move(run));
    }
    show();
}

bool StudioLibrary::read_next() {
    for (const std::filesystem::path& path : now_in_sight_.runs.paths) {
        Run* run = find(now_.runs, path);
        if (!run || contains(ours_, path)) continue;
        if (run->unread) {
            read(*run);
            return true;
        }
        if (drawings_.draw(path, run->modified, now_in_sight_.runs.side, options_)) {
            measure(*run);
            show();
            return true;
        }
    }
    const auto next = std::ranges::find_if(
        now_.runs, [&](const Run& run) { return run.unread && !contains(ours_, run.path); });
    if (next == now_.runs.end()) return false;
    read(*next);
    return true;
}

// Skips runs that are in use by now, and runs that cannot be packed further.
void StudioLibrary::pack_next() {
    const std::filesystem::path path = std::move(to_pack_.back());
    to_pack_.pop_back();
    try {
        const auto size = [&] { return std::filesystem::file_size(path); };
        const std::uintmax_t before = size();
        if (!contains(ours_, path) &&
            RunFile::open(path, RunFile::Access::read_only).keyframes().size() >
                kKeyframesWithoutSpace) {
            RunFile::pack_in_place(path, kKeyframesWithoutSpace);
            freed_ += before - std::min(before, size());
        }
        if (Run* run = find(now_.runs, path)) run->bytes = size();
    } catch (const std::exception& error) {
        now_.message = sentence_of(error);
        ++now_.listing;
    }
    now_.packing = to_pack_.size();
    if (to_pack_.empty() && freed_ > 0) {
        now_.message = "Freed " + bytes(double(freed_)) + ".";
        ++now_.listing;
    }
    show();
}

void StudioLibrary::read(Run& run) {
    run.unread = false;
    run.summary = nullptr;
    try {
        run.summary = std::make_shared<const RunSummary>(read_run_summary(run.path));
    } catch (const Error& error) {
        run.problem = error.what();
    } catch (const std::bad_alloc&) {
        run.problem = "There is not enough memory to read this run.";
    }
    std::error_code gone;
    if (run.problem.empty() || std::filesystem::exists(run.path, gone)) show();
}

void StudioLibrary::measure(Run& run) {
    if (!run.summary || !std::isnan(run.summary->psnr) || run.summary->step == 0) return;
    try {
        RunSummary summary = *run.summary;
        summary.psnr = measured_psnr(run.path, options_);
        run.summary = std::make_shared<const RunSummary>(std::move(summary));
    } catch (const Error&) {  // said when it is read
    } catch (const std::bad_alloc&) {
    }
}

bool StudioLibrary::draw_next_file() {
    for (const std::filesystem::path& file : now_in_sight_.files.paths) {
        std::error_code gone;
        const auto modified = std::filesystem::last_write_time(file, gone);
        if (gone || contains(ours_, file) ||
            !file_drawings_.draw(file, modified, now_in_sight_.files.side, options_))
            continue;
        show_files();
        return true;
    }
    return false;
}

void StudioLibrary::show_files() {
    auto files = std::make_shared<Files>();
    for (const std::filesystem::path& file : now_in_sight_.files.paths)
        files->push_back({file, file_drawings_.of(file)});
    {
        const std::lock_guard lock(mutex_);
        files_ = std::move(files);
    }
    changed_();
}

void StudioLibrary::show() {
    for (Run& run : now_.runs) run.drawing = drawings_.of(run.path);
    {
        const std::lock_guard lock(mutex_);
        snapshot_ = std::make_shared<const Snapshot>(now_);
    }
    changed_();
}

}  // namespace redraw
