// The inside of a RunFile. What is small is read when the file is opened and kept; what is not yet
// on disk is kept in `changes`, so that no transaction with changes is ever open between commits.
#pragma once

#include "engine/run/database.h"
#include "engine/run/run_file.h"
#include "engine/run/run_tables.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace redraw {

struct RunChanges {
    bool header = false;
    std::optional<std::vector<std::byte>> source;  // PNG
    std::optional<std::int64_t> last_step;         // metrics and keyframes after it go
    std::set<std::int64_t> metrics;                // steps
    std::map<std::int64_t, std::vector<float>> keyframes;
    std::set<std::int64_t> thinned_keyframes;
    std::size_t events = 0;  // this many at the end
    std::optional<SavedState> state;

    bool empty() const {
        return !header && !source && !last_step && metrics.empty() && keyframes.empty() &&
               thinned_keyframes.empty() && events == 0 && !state;
    }
};

struct RunFile::Impl {
    Impl(const std::filesystem::path& path, Access access);

    // The lock that keeps a second writer out; see run_lock.cpp.
    bool take_lock();
    bool take_lock_of_nobody();
    void require_lock();
    void write_changes();
    void commit();
    void thin();

    std::filesystem::path path;
    bool writable;
    std::string why_read_only;
    Database database;
    bool locked = false;
    std::int64_t writer = 0;  // our number; header.writer is that of the last commit we know of

    RunHeader header;
    std::map<std::int64_t, Metric> metrics;
    std::map<std::int64_t, float> keyframes;  // step: PSNR
    std::vector<Event> events;
    std::optional<SavedState> saved;  // a reader's: of the same commit as the rest
    RunChanges changes;
};

}  // namespace redraw
