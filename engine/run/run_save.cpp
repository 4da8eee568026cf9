// Writes the changes of a run in one transaction.
#include "engine/error.h"
#include "engine/run/run_tables.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace redraw {

void RunFile::write_changes() {
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
        if (header_.format >= kFirstWithMeasured)
            delete_after(database, "measured", *changes.last_step);
        delete_after(database, "keyframe", *changes.last_step);
    }
    for (const std::int64_t step : changes.metrics)
        write_metric(database, *from_step(metrics_, step));
    for (const std::int64_t step : changes.measured)
        write_measured(database, *from_step(measured_, step), header_.format);
    keyframe_table_->erase(database, changes.thinned_keyframes);
    for (const auto& [step, kept] : changes.keyframes)
        keyframe_table_->write(database, *from_step(keyframes_, step), kept);
    for (std::size_t i = events_.size() - changes.events; i < events_.size(); ++i)
        write_event(database, events_[i]);
    if (changes.state) write_state(database, *changes.state);
}

void RunFile::commit() {
    REDRAW_CHECK(writable_, "opened for writing");
    if (changes_->empty()) return;
    require_lock();
    try {
        write_changes();
        database_->execute("COMMIT");
    } catch (...) {
        // Keeps the data on disk and in `changes_`: the next commit may find room.
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
    } catch (const Error&) {  // the next commit will say it
    }
}

// One writer at a time. The writer keeps SQLite's RESERVED lock from one commit to the next: BEGIN
// IMMEDIATE takes it, a second writer's BEGIN IMMEDIATE is refused, readers are not disturbed, and
// the kernel drops it when the process dies, however it dies. Nothing is written before commit(),
// so there is no journal meanwhile. The lock is free for some microseconds after each commit: every
// writer signs its commits with a number of its own, so that one who lost the lock then finds out.
// Who does not ask for locks (cp, a sync client) writes over the file all the same, and SQLite
// would go on with what it remembers: so the file is looked at before every commit.

// Whatever is no regular file is refused by name when a journal is needed (why_sidecars_refused()).
void remove_leftover_journal(const Database& database) {
    const std::string journal =
        std::string(sqlite3_db_filename(database.get(), "main")) + "-journal";
    struct stat status {};
    if (lstat(journal.c_str(), &status) == 0 && S_ISREG(status.st_mode)) unlink(journal.c_str());
}

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

// Takes the lock when the file is opened. A lock that is free only after a wait may be a writer's,
// between a commit and its taking the lock again: giving it back lets that writer have it.
bool RunFile::take_lock_of_nobody() {
    database_->wait_for_locks(0);
    if (take_lock()) return true;
    database_->wait_for_locks(250);  // somebody who only looks has it for a moment
    if (!take_lock()) return false;
    database_->try_execute("ROLLBACK");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    database_->wait_for_locks(0);
    return take_lock();
}

void RunFile::require_lock() {
    if (!locked_ && !take_lock())
        throw Error("Cannot write " + database_->name() +
                    ": another Redraw has opened it meanwhile");
    if (!database_->is_as_remembered())
        throw Error("Cannot write " + database_->name() +
                    ": another program has written over it meanwhile");
}

}  // namespace redraw
