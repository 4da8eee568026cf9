// Creates new runs, alone or in place of an existing one, safely while other programs do the
// same.
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/run/bookmarks.h"
#include "engine/run/history.h"
#include "engine/run/keyframe_table.h"
#include "engine/run/keyframes.h"
#include "engine/run/outputs.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_file.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"
#include "engine/stop.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <random>
#include <utility>

namespace redraw {
namespace {

// Locks the run that is to be replaced, so that nobody else opens it for writing or replaces it
// until the new run has its name. Another writer would continue in a nameless file and play its
// journal back into the new run. Returns nothing if the file cannot be locked, as when it is
// damaged.
std::optional<Database> locked_for_replacement(const std::filesystem::path& path) {
    std::optional<Database> old;
    bool free = false;
    try {
        old.emplace(path, Database::Mode::read_write);
        old->wait_for_locks(0);
        free = old->try_execute("BEGIN IMMEDIATE") && !old->has_moved();
    } catch (const Error&) {
        return std::nullopt;
    }
    if (!free)
        throw Error("Cannot replace " + display_name(path.filename()) + ": " + kOpenElsewhere);
    old->remove_leftover_journal();
    return old;
}

// A database that appears whole or not at all: filled under a hidden temporary name beside its
// target, then renamed. Removes the temporary file if destroyed before publish(). One owner, one
// thread.
class NewDatabase {
public:
    // Throws Error naming the target, for example if its folder cannot be written.
    explicit NewDatabase(const std::filesystem::path& target);
    ~NewDatabase();
    NewDatabase(const NewDatabase&) = delete;
    NewDatabase& operator=(const NewDatabase&) = delete;

    Database& database() { return *database_; }
    // Closes the database and renames it to the target. After an Error the target is unchanged.
    void publish(RunFile::Existing existing);

private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    std::optional<Database> database_;
};

// Resolves a link, so that the file it points to is replaced.
std::filesystem::path followed(const std::filesystem::path& path) {
    std::error_code error;
    auto target = followed_path(absolute_path(path), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    if (error) refuse_writing(path, errno_text(error));
    return target;
}

NewDatabase::NewDatabase(const std::filesystem::path& target)
    : target_(followed(target)), temporary_(temporary_name(target_.parent_path(), ".part")) {
    require_file_name(target_);
    std::error_code ignored;
    if (!std::filesystem::is_directory(target_.parent_path(), ignored))
        refuse_writing(target_, "there is no such folder");
    if (const int error = access_error(target_.parent_path(), FileUse::make_files))
        refuse_writing(target_, errno_text(error));  // not SQLite's "Cannot open ..."
    if (const std::string why = why_sidecars_refused(target_); !why.empty())
        refuse_writing(target_, why);
    // SQLite would play an old journal back into the new file, to which it does not belong.
    const std::filesystem::path journal = target_.string() + "-journal";
    const bool replaces = file_status(target_).error == 0;
    if (!replaces) {
        // A journal that is empty or begins with 0 is safe to delete: its writer ended before it
        // changed the database, just before which SQLite fills in the first bytes.
        Descriptor file = open_to_read(journal, Links::not_followed);
        char first = 0;
        const bool cold =
            file.get() >= 0 && (read_at(file.get(), 0, &first, 1) == 1 || errno == 0) && first == 0;
        file = Descriptor();  // Windows deletes nothing that is open
        if (cold) std::filesystem::remove(journal, ignored);
    }
    const int absent = file_status(journal).error;
    if (absent == 0) {
        const std::string name = display_name(journal.filename());
        refuse_writing(
            target_,
            replaces ? name + " beside it says that another program is writing it, or was stopped"
                     : "delete " + name + " first, the journal of a run that is gone");
    }
    if (absent == ENAMETOOLONG)
        refuse_writing(target_, errno_text(absent));  // its journal's name would be too long
    try {
        database_.emplace(temporary_, Database::Mode::create, target_);
    } catch (...) {  // SQLite may have created the file already
        std::filesystem::remove(temporary_, ignored);
        throw;
    }
}

NewDatabase::~NewDatabase() {
    database_.reset();
    std::error_code ignored;
    if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void NewDatabase::publish(RunFile::Existing existing) {
    database_.reset();
    // Checks access before replacing: the umask may forbid opening the new file again.
    int error = access_error(temporary_, FileUse::read_and_write);
    if (error == 0)
        error = existing == RunFile::Existing::refuse ? rename_to_new(temporary_, target_)
                                                      : rename_over(temporary_, target_);
    if (error == EEXIST) refuse_writing(target_, "there is already such a file");
    if (error != 0) refuse_writing(target_, errno_text(error));
    temporary_.clear();
    flush_folder(target_.parent_path());
}

}  // namespace

RunFile RunFile::create(const std::filesystem::path& path, const Config& config,
                        const Image& target, const std::string& picture_name, Existing existing,
                        const std::optional<Start>& start) {
    validate(config);
    // A file that appears from here on belongs to another program, which may already be writing
    // it.
    std::error_code ignored;
    const bool replaces = existing == Existing::replace && std::filesystem::exists(path, ignored);
    std::optional<Database> old;
    if (replaces) old = locked_for_replacement(path);
    RunHeader header;
    header.config = config;
    header.config.by_size = {};
    header.by_size = config.by_size;
    header.asked = start ? start->asked : config.network;
    if (start) header.goal = start->goal;
    header.goal.whole = start && start->mosaic;
    header.picture_name = display_name(std::filesystem::path(picture_name).filename());
    header.width = target.width;
    header.height = target.height;
    header.channels = target.channels;
    KeyframeTable table(header);
    header.keyframe_budget = keyframe_budget_for(table.bytes_each());
    header.writer = new_writer();

    NewDatabase file(path);
    Database& database = file.database();
    database.execute("BEGIN");
    create_run_schema(database);
    write_header(database, header);
    write_png(database, "target", encode_exactly(target));
    if (start) {
        const State& state = start->state;
        const Keyframe first{state.step, std::numeric_limits<float>::quiet_NaN()};
        table.write(database, KeptKeyframe{first, table.kept(state.parameters, first.batch_psnr)});
        write_event(database, {state.step, start->event});
        write_state(database, state, 0);
        if (start->mosaic) write_mosaic(database, *start->mosaic);
    }
    database.execute("COMMIT");
    if (!kReplacesOpenFiles) old.reset();
    file.publish(replaces ? Existing::replace : Existing::refuse);
    old.reset();
    // Other processes may open or replace the run from now on.
    RunFile run = open(path);
    if (run.header_.writer != header.writer)
        throw Error("Cannot open " + display_name(path.filename()) + ": it was replaced just now");
    return run;
}

// Functions that make a run from another one: a branch at an earlier step, or a copy.
RunFile RunFile::branch(const std::filesystem::path& path, std::int64_t step) const {
    const auto state_now = state();
    // A step at which a tile was learned: the branch has the run's latest state and the tiles up to
    // this one, and learns the others anew.
    const std::vector<std::int64_t> steps = mosaic_steps();
    const auto tile = std::ranges::find(steps, step);
    const std::size_t tiles = tile == steps.end() ? 0 : std::size_t(tile - steps.begin() + 1);
    if (tiles > 0) step = state_now.value().step;
    SavedState start;
    if (state_now && state_now->step == step) {
        start = {*state_now, seconds()};
    } else {
        auto parameters = parameters_at(step);
        if (!parameters) throw not_kept(step);
        start.state = fresh_state(std::move(*parameters), config().optimizer.kind, step);
        // Takes the latest second moments as estimates of each parameter's gradient size.
        if (state_now && state_now->step > step)
            start.state.second_moment = state_now->second_moment;
        const auto next = from_step(metrics_, step + 1);
        if (next != metrics_.begin()) start.seconds = std::prev(next)->seconds;
    }
    write_to(
        path, start, target_png(), source_png(),
        [this](std::int64_t kept) { return rounded_at(kept); }, EventKind::branched,
        Existing::refuse, tiles > 0 ? std::optional(tiles) : std::nullopt);
    return open(path);
}

void RunFile::pack_in_place(const std::filesystem::path& path, std::size_t keyframes) {
    std::error_code ignored;
    const std::filesystem::path file = followed_path(path, ignored);
    std::optional run = open(file);  // locks it: no other program writes it until it is replaced
    const auto modified = std::filesystem::last_write_time(file, ignored);
    if (kReplacesOpenFiles) {
        run->pack_to(file, keyframes, Existing::replace);
    } else {
        const auto packed = temporary_name(file.parent_path(), ".part");
        run->pack_to(packed, keyframes);
        run.reset();
        const int error = rename_over(packed, file);
        if (error != 0) std::filesystem::remove(packed, ignored);
        if (error != 0) refuse_writing(file, errno_text(error));
    }
    std::filesystem::last_write_time(file, modified, ignored);
}

void RunFile::pack_to(const std::filesystem::path& path, std::size_t keyframes,
                      Existing existing) const {
    auto now = state();
    if (!now)
        throw Error("There is nothing to pack in " + database_->name() + ": it was never trained");
    // Or the copy would hide what is damaged: it takes pictures and tiles over as they are.
    check_pictures();
    for (std::size_t i = 0; i < mosaic_tiles_.size(); ++i) mosaic_parameters(i);
    const auto kept = thinned(steps_of(keyframes_), keyframes, steps_of(bookmarks_of(events_)));
    write_to(
        path, {std::move(*now), seconds()}, target_png(), read_png(*database_, "source"),
        [&](std::int64_t step) {
            throw_if_stopped();
            return std::ranges::binary_search(kept, step) ? rounded_at(step) : nullptr;
        },
        std::nullopt, existing);
}

void RunFile::write_to(const std::filesystem::path& to, const SavedState& start,
                       std::span<const std::byte> target,
                       const std::optional<std::vector<std::byte>>& source,
                       const ReadKeyframe& read, std::optional<EventKind> last, Existing existing,
                       std::optional<std::size_t> tiles) const {
    const std::int64_t step = start.state.step;
    NewDatabase file(to);
    Database& copy = file.database();
    copy.execute("BEGIN");
    create_run_schema(copy);
    write_header(copy, header_);
    write_png(copy, "target", target);
    if (source) write_png(copy, "source", *source);
    for (const Metric& metric : metrics_)
        if (metric.step <= step) write_metric(copy, metric);
    for (const MeasuredPsnr& row : measured_)
        if (row.step <= step) write_measured(copy, row);
    KeyframeTable table(header_);
    for (const Keyframe& keyframe : keyframes_) {
        if (keyframe.step > step) break;
        if (const auto parameters = read(keyframe.step))
            table.write(copy, KeptKeyframe{keyframe, parameters});
    }
    for (const Event& event : events_)
        if (event.step <= step) write_event(copy, event);
    if (last) write_event(copy, {.step = step, .kind = *last, .name = database_->name()});
    write_state(copy, start.state, start.seconds);
    if (planned_mosaic_) write_mosaic(copy, *planned_mosaic_);
    if (mosaic_ && tiles) {
        write_mosaic(copy, *mosaic_);
        for (std::size_t i = 0; i < std::min(*tiles, mosaic_tiles_.size()); ++i)
            write_mosaic_tile(copy, std::int64_t(i) + 1, mosaic_tiles_[i], packed_mosaic_tile(i));
    }
    copy.execute("COMMIT");
    file.publish(existing);
}

void RunFile::copy_to(const std::filesystem::path& path) const {
    require_no_input(path, {{path_, "the run itself"}});
    // Opens the existing target first. That refuses a run that is open in another Redraw, and plays
    // back its leftover journal, which must not touch the copy.
    if (is_run_file(path)) open(path);

    NewDatabase file(path);
    // Uses a second connection: SQLite does not copy from one that holds the writer's lock.
    const Database from(path_, Database::Mode::read_only);
    sqlite3* to = file.database().get();
    sqlite3_backup* backup = sqlite3_backup_init(to, "main", from.get(), "main");
    if (backup == nullptr) file.database().refuse(sqlite3_errcode(to));
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE) file.database().refuse(stepped);
    if (finished != SQLITE_OK) file.database().refuse(finished);
    file.publish(Existing::replace);
}

std::string RunFile::rescue(const std::filesystem::path& path, const Image& target,
                            const Image* picture) const {
    const RunChanges& changes = *changes_;
    if (!changes.state) throw Error("There is nothing to save.");
    const bool ours = [this] {
        try {
            return database_->is_as_remembered();
        } catch (const Error&) {
            return false;
        }
    }();
    std::optional<std::vector<std::byte>> source = changes.source;
    if (!source && has_source_ && picture) source = encode_exactly(*picture);
    try {
        if (!source && ours) source = read_png(*database_, "source");
    } catch (const Error&) {
    }
    std::size_t lost = 0;
    const auto read = [&](std::int64_t step) {
        KeptParameters parameters;
        try {
            if (ours || changes.keyframes.contains(step)) parameters = rounded_at(step);
        } catch (const Error&) {
        }
        lost += !parameters;
        return parameters;
    };
    std::size_t tiles = 0;
    try {
        for (; tiles < mosaic_tiles_.size(); ++tiles) packed_mosaic_tile(tiles);
    } catch (const Error&) {
        lost += mosaic_tiles_.size() - tiles;
    }
    write_to(path, *changes.state, encode_exactly(target), source, read, EventKind::branched,
             Existing::refuse, tiles);
    std::string missing;
    if (has_source_ && !source) missing = "the picture at its own size";
    if (lost > 0)
        missing += (missing.empty() ? "" : " and ") + std::to_string(lost) +
                   (lost == 1 ? " moment" : " moments");
    return missing;
}

}  // namespace redraw
