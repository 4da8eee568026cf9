// Writes the changes of a run in one transaction.
#include "engine/error.h"
#include "engine/run/run_impl.h"

#include <cstddef>
#include <cstdint>

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

}  // namespace redraw
