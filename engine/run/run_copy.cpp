// A run made from another one: a branch from an earlier step, or a copy.
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/run/new_database.h"
#include "engine/run/outputs.h"
#include "engine/run/run_file.h"
#include "engine/run/run_impl.h"
#include "engine/run/run_schema.h"

namespace redraw {
RunFile RunFile::branch(const std::filesystem::path& path, std::int64_t step) const {
    const auto state_now = state();
    SavedState start;
    if (state_now && state_now->step == step) {
        start = {*state_now, seconds()};
    } else {
        auto parameters = parameters_at(step);
        if (!parameters)
            throw Error("Cannot go on from step " + std::to_string(step) + " of " +
                        impl_->database.name() + ": that step was not kept");
        start.state = fresh_state(std::move(*parameters), config().optimizer.kind, step);
        const auto next = impl_->metrics.upper_bound(step);
        if (next != impl_->metrics.begin()) start.seconds = std::prev(next)->second.seconds;
    }

    NewDatabase file(path);
    Database& database = file.database();
    database.execute("BEGIN");
    create_run_schema(database);
    write_header(database, impl_->header);
    const auto target = read_png(impl_->database, "target");
    if (!target) impl_->database.damaged();
    write_png(database, "target", *target);
    const auto source =
        impl_->changes.source ? impl_->changes.source : read_png(impl_->database, "source");
    if (source) write_png(database, "source", *source);
    for (const Metric& metric : metrics())
        if (metric.step <= step) write_metric(database, metric);
    for (const Keyframe& keyframe : keyframes()) {
        if (keyframe.step > step) break;
        if (const auto parameters = parameters_at(keyframe.step))
            write_keyframe(database, keyframe, *parameters);
    }
    for (const Event& event : events())
        if (event.step <= step) write_event(database, event);
    write_event(database, {step, "branched from " + impl_->database.name()});
    write_state(database, start);
    database.execute("COMMIT");
    file.publish(NewDatabase::Existing::refuse);
    return open(path);
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
