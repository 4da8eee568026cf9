// Tables of a run file: their schema, functions that read and write the rows of records and
// pictures, and the unsaved changes of a run. The others: keyframe_table.h, state_tables.h. Rows
// are checked when they are read (checksum, ranges); a wrong one makes the file damaged.
#pragma once

#include "engine/run/database.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace redraw {

inline constexpr std::int32_t kRunApplicationId = 0x52647277;  // "Rdrw"
inline constexpr const char* kOpenElsewhere = "it is open in another Redraw";

// Creates the tables of a run in an empty database, inside a transaction.
void create_run_schema(Database& database);
// Throws Error for another format than kRunFormat, for other tables than the format has, or if
// SQLite's quick check fails (skipped above 1 GiB). Rows have checksums of their own, checked when
// a row is read. Refuses triggers and views, which Redraw never creates.
void check_run_schema(const Database& database);

std::int64_t new_writer();  // a random id for a writer; never 0
// Encodes a PNG with 8 bits a channel if they hold every value exactly, else with 16.
std::vector<std::byte> encode_exactly(const Image& picture);

inline constexpr double kMostSeconds = 1e10;  // limit of training times: 300 years

RunHeader read_header(const Database& database);
void write_header(Database& database, const RunHeader& header);

// Reads a stored PNG; `table`: "target" or "source". Returns nothing if there is none.
std::optional<std::vector<std::byte>> read_png(const Database& database, const char* table);
// Returns the picture's size from a PNG's first bytes; nothing if the size is not valid.
std::optional<PixelSize> png_size(std::span<const std::byte> png);
std::optional<PixelSize> read_png_size(const Database& database, const char* table);
void write_png(Database& database, const char* table, std::span<const std::byte> png);

// Deletes the rows of `table` whose step is later than `step`.
void delete_after(Database& database, const char* table, std::int64_t step);

std::vector<Metric> read_metrics(const Database& database);
void write_metric(Database& database, const Metric& metric);

std::vector<MeasuredPsnr> read_measured(const Database& database);
void write_measured(Database& database, const MeasuredPsnr& measured);

std::vector<Event> read_events(const Database& database);
void write_event(Database& database, const Event& event);

// Returns the position of the first record at or after this step; `records` is sorted.
template <class Records>
auto from_step(Records& records, std::int64_t step) {
    return std::lower_bound(records.begin(), records.end(), step,
                            [](const auto& record, std::int64_t at) { return record.step < at; });
}

struct RunChanges {
    bool header = false;
    std::optional<std::vector<std::byte>> source;  // PNG of the source picture
    std::optional<std::int64_t> last_step;         // records after this step are deleted
    std::set<std::int64_t> metrics, measured;      // steps of changed records
    std::map<std::int64_t, KeptParameters> keyframes;
    std::set<std::int64_t> thinned_keyframes;
    std::size_t events = 0;  // number of unsaved events, the last ones
    std::optional<SavedState> state;
    bool mosaic = false;
    // Packed parameters of the newest tiles, by their place in the learning order.
    std::map<std::size_t, std::vector<std::byte>> mosaic_tiles;

    bool empty() const {
        return !header && !source && !last_step && metrics.empty() && measured.empty() &&
               keyframes.empty() && thinned_keyframes.empty() && events == 0 && !state && !mosaic &&
               mosaic_tiles.empty();
    }
};

}  // namespace redraw
