// The inside of a RunFile. What is small is read when the file is opened and kept; what is not yet
// on disk is kept in `changes`, so that no transaction with changes is ever open between commits.
#pragma once

#include "engine/run/database.h"
#include "engine/run/run_file.h"
#include "engine/run/run_schema.h"
#include "engine/run/run_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace redraw {

inline constexpr const char* kOpenElsewhere = "it is open in another Redraw";

std::vector<std::byte> encode_exactly(const Image& picture);  // PNG; of one on 16-bit levels
std::int64_t new_writer();                                    // a random number; never 0
// Takes away the journal of a writer that was killed before it had changed the file. SQLite plays
// back any other journal when the lock is taken, and leaves this one to the next commit. The caller
// holds the writer's lock on `database`, so that no living writer can own the journal.
void remove_leftover_journal(const Database& database);

// The first record at or after this step.
template <class Records>
auto from_step(Records& records, std::int64_t step) {
    return std::lower_bound(records.begin(), records.end(), step,
                            [](const auto& record, std::int64_t at) { return record.step < at; });
}

struct RunChanges {
    bool header = false;
    std::optional<std::vector<std::byte>> source;  // PNG
    std::optional<std::int64_t> last_step;         // what was recorded after it goes
    std::set<std::int64_t> metrics, measured;      // steps
    std::map<std::int64_t, RoundedParameters> keyframes;
    std::set<std::int64_t> thinned_keyframes;
    std::size_t events = 0;  // this many at the end
    std::optional<SavedState> state;

    bool empty() const {
        return !header && !source && !last_step && metrics.empty() && measured.empty() &&
               keyframes.empty() && thinned_keyframes.empty() && events == 0 && !state;
    }
};

struct RunFile::Impl {
    Impl(const std::filesystem::path& path, Access access);

    // The lock that keeps a second writer out; see run_commit.cpp.
    bool take_lock();
    bool take_lock_of_nobody();
    void require_lock();
    // Throws Error when it cannot be read.
    bool is_as_we_left_it() const { return database.on_disk() == left; }
    void write_changes();
    void commit();
    void thin();

    // A whole run that goes on from `start`, as a new file; `why` there is one is its last event,
    // if that is to be told. `read` gives the parameters of a keyframe, or nothing where it is to
    // be left out.
    using ReadKeyframe = std::function<std::optional<std::vector<float>>(std::int64_t step)>;
    void write_to(const std::filesystem::path& to, int format, const SavedState& start,
                  std::span<const std::byte> target,
                  const std::optional<std::vector<std::byte>>& source, const ReadKeyframe& read,
                  std::optional<EventKind> why,
                  NewDatabase::Existing existing = NewDatabase::Existing::refuse) const;

    std::filesystem::path path;
    bool writable;
    std::string why_read_only;
    Database database;
    bool locked = false;
    Database::OnDisk left;    // as the file was when we took the lock; nobody else may write to it
    std::int64_t writer = 0;  // our number; header.writer is that of the last commit we know of

    RunHeader header;
    std::optional<KeyframeTable> keyframe_table;  // there as soon as the header is
    std::vector<Metric> metrics;                  // by step
    std::vector<Keyframe> keyframes;              // by step
    std::vector<MeasuredPsnr> measured;           // by step
    std::vector<Event> events;
    bool has_source = false;
    std::optional<SavedState> saved;  // a reader's: of the same commit as the rest
    RunChanges changes;
};

}  // namespace redraw
