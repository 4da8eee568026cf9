// Writes the changes of a run in one transaction.
#include "engine/error.h"
#include "engine/run/run_impl.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace redraw {

void RunFile::Impl::write_changes() {
    if (changes.header || header.writer != writer) {
        RunHeader signed_header = header;
        signed_header.writer = writer;
        write_header(database, signed_header);
    }
    if (changes.source) write_png(database, "source", *changes.source);
    if (changes.last_step) {
        delete_metrics_after(database, *changes.last_step);
        delete_measured_after(database, *changes.last_step, header.format);
        keyframe_table->erase_after(database, *changes.last_step);
    }
    for (const std::int64_t step : changes.metrics)
        write_metric(database, *from_step(metrics, step));
    for (const std::int64_t step : changes.measured)
        write_measured(database, *from_step(measured, step), header.format);
    keyframe_table->erase(database, changes.thinned_keyframes);
    for (const auto& [step, kept] : changes.keyframes)
        keyframe_table->write(database, *from_step(keyframes, step), kept);
    for (std::size_t i = events.size() - changes.events; i < events.size(); ++i)
        write_event(database, events[i]);
    if (changes.state) write_state(database, *changes.state);
}

void RunFile::Impl::commit() {
    if (changes.empty()) return;
    require_lock();
    try {
        write_changes();
        database.execute("COMMIT");
    } catch (...) {
        // Keeps the data on disk and in `changes`: the next commit may find room.
        locked = false;
        try {
            if (database.in_transaction()) database.try_execute("ROLLBACK");
            take_lock();
        } catch (const Error&) {
        }
        throw;
    }
    changes = {};
    header.writer = writer;
    locked = false;
    try {
        take_lock();
    } catch (const Error&) {  // the next commit will say it
    }
}

void RunFile::commit() {
    REDRAW_CHECK(impl_->writable, "opened for writing");
    impl_->commit();
}

// One writer at a time. The writer keeps SQLite's RESERVED lock from one commit to the next: BEGIN
// IMMEDIATE takes it, a second writer's BEGIN IMMEDIATE is refused, readers are not disturbed, and
// the kernel drops it when the process dies, however it dies. Nothing is written before commit(),
// so there is no journal meanwhile. The lock is free for some microseconds after each commit: every
// writer signs its commits with a number of its own, so that one who lost the lock then finds out.
// Who does not ask for locks (cp, a sync client) writes over the file all the same, and SQLite
// would go on with what it remembers: so the file is looked at before every commit.

// Whatever is no regular file is refused by name when a journal is needed (sidecars.h).
void remove_leftover_journal(const Database& database) {
    const std::string journal =
        std::string(sqlite3_db_filename(database.get(), "main")) + "-journal";
    struct stat status {};
    if (lstat(journal.c_str(), &status) == 0 && S_ISREG(status.st_mode)) unlink(journal.c_str());
}

bool RunFile::Impl::take_lock() {
    locked = false;
    if (!database.try_execute("BEGIN IMMEDIATE")) return false;
    try {
        const std::int64_t last = writer == 0 ? 0 : read_writer(database);
        if (writer == 0 || last == writer || last == header.writer) {
            left = database.on_disk();
            return locked = true;
        }
    } catch (...) {
        if (database.in_transaction()) database.try_execute("ROLLBACK");
        throw;
    }
    database.try_execute("ROLLBACK");
    return false;
}

// For whoever opens the file. What is got only after waiting may be a writer's, between a commit
// and its taking the lock again: given back, it goes to that writer, who waits for it.
bool RunFile::Impl::take_lock_of_nobody() {
    database.wait_for_locks(0);
    if (take_lock()) return true;
    database.wait_for_locks(250);  // somebody who only looks has it for a moment
    if (!take_lock()) return false;
    database.try_execute("ROLLBACK");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    database.wait_for_locks(0);
    return take_lock();
}

void RunFile::Impl::require_lock() {
    if (!locked && !take_lock())
        throw Error("Cannot write " + database.name() + ": another Redraw has opened it meanwhile");
    if (!is_as_we_left_it())
        throw Error("Cannot write " + database.name() +
                    ": another program has written over it meanwhile");
}

}  // namespace redraw
