// A new run, alone or in the place of another one, however many programs want to make it.
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/folders.h"
#include "engine/run/keyframes.h"
#include "engine/run/run_file.h"
#include "engine/run/run_impl.h"
#include "engine/run/run_schema.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace redraw {

namespace {

// The bits a channel that hold every value exactly; a target lies on 16-bit levels.
int exact_depth(const Image& picture) {
    const bool eight = std::all_of(picture.values.begin(), picture.values.end(), [](float value) {
        return float(quantise(value, 255)) / 255.0f == value;
    });
    return eight ? 8 : 16;
}

// The run that is to be replaced, with its writer's lock: until the new one has its name, nobody
// else opens it for writing or replaces it, too. A writer would go on in a file without a name, and
// play its journal back into the new one. Nothing where there is no such run, or a damaged one,
// which nobody writes.
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
    remove_leftover_journal(*old);
    return old;
}

}  // namespace

std::vector<std::byte> encode_exactly(const Image& picture) {
    return encode_png(picture, exact_depth(picture));
}

std::int64_t new_writer() {
    std::random_device random;
    return std::int64_t(std::uint64_t(random()) << 31 ^ random()) | 1;
}

RunFile RunFile::create(const std::filesystem::path& path, const Config& config,
                        const Image& target, const std::string& picture_name, Existing existing,
                        const std::optional<Start>& start) {
    validate(config);
    // A file that appears from here on belongs to another program, which may be writing it already.
    std::error_code ignored;
    const bool replaces = existing == Existing::replace && std::filesystem::exists(path, ignored);
    std::optional<Database> old;
    if (replaces) old = locked_for_replacement(path);
    RunHeader header;
    header.config = config;
    header.config.by_size = {};
    header.by_size = config.by_size;
    header.asked = start ? start->asked : config.network;
    header.picture_name = display_name(std::filesystem::path(picture_name).filename());
    header.width = target.width;
    header.height = target.height;
    header.channels = target.channels;
    header.keyframe_budget = keyframe_budget_for(header.keyframe_table().bytes_each());
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
        KeyframeTable table = header.keyframe_table();
        table.write(database, first, table.kept(state.parameters, first.batch_psnr));
        write_event(database, {state.step, start->event});
        write_state(database, {state, 0});
    }
    database.execute("COMMIT");
    file.publish(replaces ? NewDatabase::Existing::replace : NewDatabase::Existing::refuse);
    old.reset();
    // From here on it is anybody's: who comes first has it, and it stays whatever happens.
    RunFile run = open(path);
    if (run.impl_->header.writer != header.writer)
        throw Error("Cannot open " + display_name(path.filename()) + ": it was replaced just now");
    return run;
}

// A run made from another one: a branch from an earlier step, or a copy.
RunFile RunFile::branch(const std::filesystem::path& path, std::int64_t step) const {
    const auto state_now = state();
    SavedState start;
    if (state_now && state_now->step == step) {
        start = {*state_now, seconds()};
    } else {
        auto parameters = parameters_at(step);
        if (!parameters) throw not_kept(step);
        start.state = fresh_state(std::move(*parameters), config().optimizer.kind, step);
        // How far the gradients of each parameter reach, as far as is known.
        if (state_now && state_now->step > step)
            start.state.second_moment = state_now->second_moment;
        const auto next = from_step(impl_->metrics, step + 1);
        if (next != impl_->metrics.begin()) start.seconds = std::prev(next)->seconds;
    }
    const auto target = read_png(impl_->database, "target");
    if (!target) impl_->database.damaged();
    const auto source =
        impl_->changes.source ? impl_->changes.source : read_png(impl_->database, "source");
    impl_->write_to(
        path, kRunFormat, start, *target, source,
        [this](std::int64_t kept) { return parameters_at(kept); }, EventKind::branched);
    return open(path);
}

void RunFile::pack_to(const std::filesystem::path& path, std::size_t keyframes) const {
    pack(path, keyframes, false);
}

void RunFile::pack_in_place(const std::filesystem::path& path, std::size_t keyframes) {
    std::error_code ignored;
    const std::filesystem::path file = std::filesystem::weakly_canonical(path, ignored);
    const RunFile run = open(file);  // nobody else writes it until it is replaced
    const auto modified = std::filesystem::last_write_time(file, ignored);
    run.pack(file, keyframes, true);
    std::filesystem::last_write_time(file, modified, ignored);
}

void RunFile::pack(const std::filesystem::path& path, std::size_t keyframes, bool replace) const {
    auto now = state();
    if (!now)
        throw Error("There is nothing to pack in " + impl_->database.name() +
                    ": it was never trained");
    check_pictures();  // or the packed run would look whole
    const auto target = read_png(impl_->database, "target");
    if (!target) impl_->database.damaged();
    std::vector<std::int64_t> kept;
    for (const Keyframe& keyframe : impl_->keyframes) kept.push_back(keyframe.step);
    kept = thinned(kept, keyframes, kept_moment(impl_->events));
    impl_->write_to(
        path, kRunFormat, {std::move(*now), seconds()}, *target,
        read_png(impl_->database, "source"),
        [&](std::int64_t step) {
            return std::ranges::binary_search(kept, step) ? parameters_at(step) : std::nullopt;
        },
        std::nullopt, replace ? NewDatabase::Existing::replace : NewDatabase::Existing::refuse);
}

std::string RunFile::rescue(const std::filesystem::path& path, const Image& target,
                            const Image* picture) const {
    const RunChanges& changes = impl_->changes;
    if (!changes.state) throw Error("There is nothing to save.");
    const bool ours = [this] {
        try {
            return impl_->is_as_we_left_it();
        } catch (const Error&) {
            return false;
        }
    }();
    std::optional<std::vector<std::byte>> source = changes.source;
    if (!source && impl_->has_source && picture) source = encode_exactly(*picture);
    try {
        if (!source && ours) source = read_png(impl_->database, "source");
    } catch (const Error&) {
    }
    std::size_t lost = 0;
    const auto read = [&](std::int64_t step) {
        std::optional<std::vector<float>> parameters;
        try {
            if (ours || changes.keyframes.contains(step)) parameters = parameters_at(step);
        } catch (const Error&) {
        }
        lost += !parameters;
        return parameters;
    };
    impl_->write_to(path, impl_->header.format, *changes.state, encode_exactly(target), source,
                    read, EventKind::branched);
    std::string missing;
    if (impl_->has_source && !source) missing = "the picture at its own size";
    if (lost > 0)
        missing += (missing.empty() ? "" : " and ") + std::to_string(lost) +
                   (lost == 1 ? " kept step" : " kept steps");
    return missing;
}

void RunFile::Impl::write_to(const std::filesystem::path& to, int format, const SavedState& start,
                             std::span<const std::byte> target,
                             const std::optional<std::vector<std::byte>>& source,
                             const ReadKeyframe& read, std::optional<EventKind> why,
                             NewDatabase::Existing existing) const {
    const std::int64_t step = start.state.step;
    NewDatabase file(to);
    Database& copy = file.database();
    copy.execute("BEGIN");
    create_run_schema(copy, format);
    RunHeader of_copy = header;
    of_copy.format = format;
    write_header(copy, of_copy);
    KeyframeTable table = of_copy.keyframe_table();
    write_png(copy, "target", target);
    if (source) write_png(copy, "source", *source);
    for (const Metric& metric : metrics)
        if (metric.step <= step) write_metric(copy, metric);
    for (const MeasuredPsnr& row : measured)
        if (row.step <= step) write_measured(copy, row, format);
    for (const Keyframe& keyframe : keyframes) {
        if (keyframe.step > step) break;
        if (const auto parameters = read(keyframe.step))
            table.write(copy, keyframe, table.kept(*parameters, keyframe.batch_psnr));
    }
    for (const Event& event : events)
        if (event.step <= step) write_event(copy, event);
    if (why) write_event(copy, {.step = step, .kind = *why, .name = database.name()});
    write_state(copy, start);
    copy.execute("COMMIT");
    file.publish(existing);
}

void RunFile::copy_to(const std::filesystem::path& path) const {
    require_no_input(path, {{impl_->path, "the run itself"}});
    // Not under the feet of another Redraw; and a journal it left is played back now, not into
    // the copy.
    if (is_run_file(path)) open(path);

    NewDatabase file(path);
    // Another connection: SQLite does not copy from one that holds the writer's lock.
    const Database from(impl_->path, Database::Mode::read_only);
    sqlite3* to = file.database().get();
    sqlite3_backup* backup = sqlite3_backup_init(to, "main", from.get(), "main");
    if (backup == nullptr) file.database().refuse(sqlite3_errcode(to));
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE) file.database().refuse(stepped);
    if (finished != SQLITE_OK) file.database().refuse(finished);
    file.publish(NewDatabase::Existing::replace);
}

}  // namespace redraw
