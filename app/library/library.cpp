#include "app/library/library.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/overloaded.h"
#include "engine/run/keyframes.h"
#include "engine/run/run_file.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <system_error>
#include <utility>
#include <variant>

namespace redraw {
namespace fs = std::filesystem;
namespace {

bool contains(const std::vector<fs::path>& paths, const fs::path& path) {
    return std::ranges::find(paths, path) != paths.end();
}

// Returns the run with this path, or null. Compares paths as text, which is fast for a thousand
// runs.
StudioLibrary::Run* find(std::vector<StudioLibrary::Run>& runs, const fs::path& path) {
    const auto found = std::ranges::find_if(
        runs, [&](const StudioLibrary::Run& run) { return run.path.native() == path.native(); });
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
    const std::lock_guard lock(mutex_);
    thread_.request_stop();
    wake_.notify_one();
}

void StudioLibrary::ask(ui::RunRequest request, Paths ours) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
    next_ours_ = std::move(ours);
    wake_.notify_one();
}

void StudioLibrary::draw(const std::vector<ui::FileInSight>& in_sight) {
    const std::lock_guard lock(mutex_);
    if (in_sight == in_sight_) return;
    in_sight_ = in_sight;
    wake_.notify_one();
}

template <class Value>
void StudioLibrary::show(std::shared_ptr<const Value>& shown, const Value& value) {
    {
        const std::lock_guard lock(mutex_);
        shown = std::make_shared<const Value>(value);
    }
    changed_();
}

void StudioLibrary::work(std::stop_token stop) {
    // Making thumbnails yields to training, but not so far that the user waits long.
    lower_priority_of_thread();
    bool more = false;
    while (!stop.stop_requested()) {
        std::vector<ui::RunRequest> requests;
        {
            std::unique_lock lock(mutex_);
            const auto asked = [&] {
                return !requests_.empty() || in_sight_ != now_in_sight_ || stop.stop_requested();
            };
            if (!more) wake_.wait(lock, asked);  // as Session::take_commands() does
            requests = std::exchange(requests_, {});
            now_in_sight_ = in_sight_;
            ours_ = next_ours_;
        }
        if (stop.stop_requested()) return;
        if (!requests.empty()) {
            now_.message.clear();
            for (const ui::RunRequest& request : requests) carry_out(request);
            list();
        }
        more = read_next();
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

void StudioLibrary::carry_out(const ui::RunRequest& request) {
    const auto trash = [&](const ui::request::TrashRuns& asked) {
        trashed_.clear();
        for (const fs::path& run : asked.runs)
            attempt([&] {
                if (!contains(ours_, run)) trashed_.push_back(move_run_to_trash(run));
            });
    };
    const auto restore = [&](ui::request::RestoreRuns) {
        for (const Trashed& run : std::exchange(trashed_, {}))
            attempt([&] { restore_from_trash(run); });
    };
    const auto rename = [&](const ui::request::RenameRun& asked) {
        attempt([&] {
            if (contains(ours_, asked.run))
                throw Error("A compared run cannot be renamed. Stop comparing first.");
            const auto date = fs::last_write_time(asked.run);
            RunFile run = RunFile::open(asked.run);
            run.rename(asked.name);
            run.commit();
            // Keeps the date, because renaming a run does not count as training it.
            fs::last_write_time(asked.run, date);
            if (Run* known = find(now_.runs, asked.run)) known->unread = true;
        });
    };
    const auto free_space = [&](const ui::request::FreeSpace& asked) {
        freed_ = 0;
        to_pack_.assign(asked.runs.rbegin(), asked.runs.rend());
    };
    std::visit(Overloaded{[](ui::request::RefreshRuns) {}, trash, restore, rename, free_space},
               request);
}

void StudioLibrary::list() {
    ++now_.listing;
    now_.trashed = trashed_.size();
    now_.packing = to_pack_.size();
    std::vector<Run> before = std::exchange(now_.runs, {});
    for (const RecentRun& recent : recent_runs()) {
        Run run{recent};
        if (Run* known = find(before, run.path)) {
            // Shows the old summary until the changed run file is read.
            run.summary = std::move(known->summary);
            run.unread = known->unread || known->modified != run.modified;
            if (!run.unread) run.problem = std::move(known->problem);
        }
        now_.runs.push_back(std::move(run));
    }
    show(snapshot_, now_);
}

bool StudioLibrary::read_next() {
    for (const auto& [file, side] : now_in_sight_) {
        if (contains(ours_, file)) continue;
        Run* run = find(now_.runs, file);
        if (run && run->unread) {
            read(*run);
            return true;
        }
        std::error_code gone;
        const auto modified = fs::last_write_time(file, gone);
        if (gone || !drawings_.draw(file, modified, side, options_)) continue;
        if (run) measure(*run);
        show(shown_drawings_, drawings_.all());
        return true;
    }
    const auto next = std::ranges::find_if(
        now_.runs, [&](const Run& run) { return run.unread && !contains(ours_, run.path); });
    if (next == now_.runs.end()) return false;
    read(*next);
    return true;
}

// Packs the next run whose space is to be freed. Skips runs that this process uses, and runs with
// so few checkpoints that none would be removed.
void StudioLibrary::pack_next() {
    const fs::path path = std::move(to_pack_.back());
    to_pack_.pop_back();
    try {
        const auto size = [&] { return fs::file_size(path); };
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
    show(snapshot_, now_);
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
    if (run.problem.empty() || fs::exists(run.path, gone)) show(snapshot_, now_);
}

void StudioLibrary::measure(Run& run) {
    if (!run.summary || run.summary->step == 0) return;
    RunSummary summary = *run.summary;
    const bool unknown = std::isnan(summary.psnr);
    const bool smaller = summary.tiles == 0 && summary.picture != summary.size;
    if (!unknown && !(smaller && std::isnan(summary.original_psnr))) return;
    try {
        if (unknown) summary.psnr = measured_psnr(run.path, options_);
        if (smaller) summary.original_psnr = original_psnr(run.path, options_);
        run.summary = std::make_shared<const RunSummary>(std::move(summary));
        show(snapshot_, now_);
    } catch (const Error&) {  // reading the run reports the same error
    } catch (const std::bad_alloc&) {
    }
}

}  // namespace redraw
