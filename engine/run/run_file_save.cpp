// Saves the changes of a run in one transaction.
#include "engine/error.h"
#include "engine/run/keyframe_table.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace redraw {

void RunFile::write_changes(const InParallel& in_parallel) {
    const RunChanges& changes = *changes_;
    Database& database = *database_;
    if (changes.header || header_.writer != writer_) {
        RunHeader signed_header = header_;
        signed_header.writer = writer_;
        write_header(database, signed_header);
    }
    if (changes.source) write_png(database, "source", *changes.source);
    if (changes.last_step) {
        delete_after(database, "metric", *changes.last_step);
        delete_after(database, "measured", *changes.last_step);
        delete_after(database, "keyframe", *changes.last_step);
    }
    for (const std::int64_t step : changes.metrics)
        write_metric(database, *from_step(metrics_, step));
    for (const std::int64_t step : changes.measured)
        write_measured(database, *from_step(measured_, step));
    keyframe_table_->erase(database, changes.thinned_keyframes);
    std::vector<KeptKeyframe> keyframes;
    for (const auto& [step, kept] : changes.keyframes)
        keyframes.push_back({*from_step(keyframes_, step), kept});
    keyframe_table_->write(database, keyframes, in_parallel);
    for (std::size_t i = events_.size() - changes.events; i < events_.size(); ++i)
        write_event(database, events_[i]);
    if (changes.mosaic) write_mosaic(database, mosaic_ ? *mosaic_ : *planned_mosaic_);
    for (const auto& [place, packed] : changes.mosaic_tiles)
        write_mosaic_tile(database, std::int64_t(place) + 1, mosaic_tiles_[place], packed);
    if (!changes.state) return;
    write_state(database, changes.state->state, changes.state->seconds);
    // Gives the disk space of a finished run's moments back to the file system.
    if (lacks_moments(changes.state->state, header_.config.optimizer))
        database.execute("PRAGMA incremental_vacuum");
}

void RunFile::commit(const InParallel& in_parallel) {
    REDRAW_CHECK(writable_, "opened for writing");
    if (changes_->empty()) return;
    require_lock();
    try {
        write_changes(in_parallel);
        database_->execute("COMMIT");
        if (database_->has_gap()) refuse_overwritten();
    } catch (...) {
        // Keeps the changes in `changes_` for the next save, which may find room on the disk.
        locked_ = false;
        try {
            if (database_->in_transaction()) database_->try_execute("ROLLBACK");
            take_lock();
        } catch (const Error&) {
        }
        throw;
    }
    *changes_ = {};
    header_.writer = writer_;
    locked_ = false;
    try {
        take_lock();
    } catch (const Error&) {  // the next save reports the failure
    }
}

// Allows one writer at a time. The writer holds SQLite's RESERVED lock between commits: BEGIN
// IMMEDIATE takes it, a second writer is refused, and readers are not disturbed. The kernel
// releases the lock when the process dies. Nothing is written before commit(), so no journal
// exists meanwhile.
// The lock is free for some microseconds after each commit. Each writer signs its commits with
// its own id, so a writer that lost the lock notices. Programs that ignore locks (cp, a sync
// client) can overwrite the file, which SQLite's cache would miss: the file is checked before
// every commit.

bool RunFile::take_lock() {
    locked_ = false;
    if (!database_->try_execute("BEGIN IMMEDIATE")) return false;
    try {
        const std::int64_t last =
            writer_ == 0 ? 0 : database_->integer("SELECT writer FROM run WHERE id = 1");
        if (writer_ == 0 || last == writer_ || last == header_.writer) {
            database_->remember_disk();
            return locked_ = true;
        }
    } catch (...) {
        if (database_->in_transaction()) database_->try_execute("ROLLBACK");
        throw;
    }
    database_->try_execute("ROLLBACK");
    return false;
}

// Takes the writer's lock on opening. A lock that becomes free only after a wait may belong to a
// writer between two commits. Releases such a lock, so that the other writer can retake it.
bool RunFile::take_lock_of_nobody() {
    database_->wait_for_locks(0);
    if (take_lock()) return true;
    database_->wait_for_locks(250);  // another program may hold the lock only briefly
    if (!take_lock()) return false;
    database_->try_execute("ROLLBACK");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    database_->wait_for_locks(0);
    return take_lock();
}

void RunFile::require_lock() {
    if (!locked_ && !take_lock())
        throw Error("Cannot write " + database_->name() +
                    ": another Redraw has opened it in the meantime");
    if (!database_->is_as_remembered()) refuse_overwritten();
}

void RunFile::refuse_overwritten() const {
    throw Error("Cannot write " + database_->name() +
                ": another program has overwritten it in the meantime");
}

}  // namespace redraw
