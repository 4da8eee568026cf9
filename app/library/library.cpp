#include "app/library/library.h"

#include "engine/drawing/picture_thumbnail.h"
#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/run/run_file.h"
#include "engine/run/run_list.h"
#include "engine/run/run_values.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/chrono.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <new>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// Returns a thumbnail of a picture or a render of a run, or null. Checks for a run file first:
// opening a run file as a picture would drop this process' file locks on it (run_file.h).
std::shared_ptr<const Image> drawn_small(const fs::path& file, int side,
                                         const BackendOptions& options) {
    try {
        if (is_run_file(file)) return draw_run(file, side, options);
        return std::make_shared<const Image>(load_thumbnail(file));
    } catch (const Error&) {  // another program is writing the file, or it is no picture
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

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

// Writes a new file. Returns false if a file of this name exists. Two programs therefore never
// choose the same name.
bool write_new(const fs::path& path, const std::string& text) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        if (errno == EEXIST) return false;
        throw Error("Cannot write into the trash: " + errno_text(errno));
    }
    const ssize_t written = write(file, text.data(), text.size());
    int problem = written < 0 ? errno : written < ssize_t(text.size()) ? ENOSPC : 0;
    if (close(file) != 0 && problem == 0) problem = errno;
    if (problem == 0) return true;
    unlink(path.c_str());
    throw Error("Cannot write into the trash: " + errno_text(problem));
}

}  // namespace

bool FileDrawings::draw(const fs::path& file, fs::file_time_type modified, int side,
                        const BackendOptions& options) {
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

std::shared_ptr<const Image> FileDrawings::of(const fs::path& file) const {
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
        // A new request replaces a waiting one, but the actions of both are carried out.
        if (request_)
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
    // Lowers the priority of this thread only, as Linux allows. Making thumbnails yields to
    // training, but not so far that the user waits long.
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
        if (!seen) show_files();  // publishes existing thumbnails of files that became visible
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
        for (const fs::path& run : runs)
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

void StudioLibrary::rename(fs::path path, std::string name, Paths ours) {
    const auto act = [this, path = std::move(path), name = std::move(name)] {
        attempt([&] {
            if (contains(ours_, path))
                throw Error("A compared run cannot be renamed. Stop comparing first.");
            const auto date = fs::last_write_time(path);
            RunFile run = RunFile::open(path);
            run.rename(name);
            run.commit();
            // Keeps the date, because renaming a run does not count as training it.
            fs::last_write_time(path, date);
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
            // Shows the old summary until the changed run file is read.
            run.summary = std::move(known->summary);
            run.unread = known->unread || known->modified != run.modified;
            if (!run.unread) run.problem = std::move(known->problem);
        }
        now_.runs.push_back(std::move(run));
    }
    show();
}

bool StudioLibrary::read_next() {
    for (const fs::path& path : now_in_sight_.runs.paths) {
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
    if (run.problem.empty() || fs::exists(run.path, gone)) show();
}

void StudioLibrary::measure(Run& run) {
    if (!run.summary || !std::isnan(run.summary->psnr) || run.summary->step == 0) return;
    try {
        RunSummary summary = *run.summary;
        summary.psnr = measured_psnr(run.path, options_);
        run.summary = std::make_shared<const RunSummary>(std::move(summary));
    } catch (const Error&) {  // reading the run reports the same error
    } catch (const std::bad_alloc&) {
    }
}

bool StudioLibrary::draw_next_file() {
    for (const fs::path& file : now_in_sight_.files.paths) {
        std::error_code gone;
        const auto modified = fs::last_write_time(file, gone);
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
    for (const fs::path& file : now_in_sight_.files.paths)
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

Trashed move_to_trash(const fs::path& moved) {
    const fs::path data = xdg_folder("XDG_DATA_HOME", ".local/share"), trash = data / "Trash";
    if (data.empty()) throw Error("There is no trash, because there is no home folder.");
    std::error_code error;
    fs::create_directories(data, error);
    mkdir(trash.c_str(), 0700);
    for (const char* part : {"files", "info"}) {
        fs::create_directories(trash / part, error);
        if (error) throw Error("Cannot make the trash: " + error.message());
    }
    std::string name = moved.filename().string();
    const std::string note = fmt::format(
        "[Trash Info]\nPath={}\nDeletionDate={:%Y-%m-%dT%H:%M:%S}\n",
        percent_encoded(absolute_path(moved).native()), fmt::localtime(std::time(nullptr)));
    const auto is_taken = [&] {
        return fs::exists(fs::symlink_status(trash / "files" / name)) ||
               !write_new(trash / "info" / (name + ".trashinfo"), note);
    };
    for (int i = 2; is_taken(); ++i)
        name = moved.stem().string() + " " + std::to_string(i) + moved.extension().string();
    fs::rename(moved, trash / "files" / name, error);
    const fs::path info = trash / "info" / (name + ".trashinfo");
    if (!error) return {absolute_path(moved), trash / "files" / name, info};
    fs::remove(info);
    throw Error("Cannot move " + display_name(moved.filename()) +
                " to the trash: " + error.message());
}

Trashed move_run_to_trash(const fs::path& run) {
    try {
        RunFile::open(run, RunFile::Access::read_only);
    } catch (const Error&) {  // the run file is damaged, so no program is writing it
        return move_to_trash(run);
    }
    // Throws if another program is writing the run. Otherwise applies the journal that a killed
    // program left, because moving the run file would lose it.
    RunFile::open(run);
    return move_to_trash(run);
}

void restore_from_trash(const Trashed& trashed) {
    if (const int problem = rename_to_new(trashed.file, trashed.was))
        throw Error("Cannot put " + display_name(trashed.was.filename()) +
                    " back: " + errno_text(problem));
    // Ignored: file managers remove an info file whose trashed file is gone.
    std::error_code ignored;
    fs::remove(trashed.info, ignored);
}

}  // namespace redraw
