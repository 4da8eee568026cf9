// Tables of a run file: their schema, functions that read and write each kind of row, and the
// unsaved changes of a run. Rows are checked when they are read (checksum, ranges); a wrong one
// makes the file damaged.
#pragma once

#include "engine/network/config.h"
#include "engine/network/evaluate.h"
#include "engine/network/parameters.h"
#include "engine/run/database.h"
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

// Parameters as a keyframe stores them: integers times a power of two, no finer than the render
// needs. Rounding is deterministic and idempotent, so a copied keyframe stays identical.
struct RoundedParameters {
    // One exponent per tensor (a grid level's table, a layer's weights or its biases). A parameter
    // is level * 2^exponent. Without exponents nothing is rounded: levels are the floats' bits.
    std::vector<std::int8_t> exponents;
    std::vector<std::int32_t> levels;
    bool operator==(const RoundedParameters&) const = default;
};
inline constexpr int kLeastExponent = -120, kMostExponent = 100;

// Networks with at most kFewParameters are not rounded: it would save little. Window networks are
// not rounded either: evaluate() cannot compute their render at single points.
inline constexpr std::size_t kFewParameters = 16'384;
bool takes_rounding(const NetworkSpec& network, std::size_t parameters);

RoundedParameters not_rounded(std::span<const float> parameters);
// Rounds parameters as coarsely as their render allows, compared at 256 points of the plane. The
// mean squared difference is at most 1 % of the squared error at `psnr` in dB (a loss below 0.05
// dB) and at most (0.5/255)^2; if `psnr` is not finite (unknown), at most (0.1/255)^2. The largest
// difference is at most four times the root mean square allowed. Measured:
// bench/results/quality.md.
class DrawingRounding {
public:
    DrawingRounding(const NetworkSpec& network, int channels);
    // The result does not depend on `in_parallel`.
    RoundedParameters operator()(std::span<const float> parameters, float psnr,
                                 const InParallel& in_parallel = in_turn);

private:
    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t tables_;             // number of leading tensors that are grid tables
    std::vector<float> points_;      // sample points where renders are compared
    std::vector<std::size_t> seen_;  // indices of the parameters used at `points_`
    std::vector<float> trial_;       // rounded parameters of a trial, at `seen_` only
};
// Returns the parameters as floats. The floats are finite if the exponents are in range and the
// levels at most 2^26. `rounded` must have one level per parameter.
std::vector<float> values_of(const RoundedParameters& rounded, std::span<const Tensor> tensors);

// Packs rounded parameters losslessly with zstd (docs/file-format.md): their levels, or the
// difference to the levels of `base`. `base`: null, or parameters of the same network.
std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base);
// Unpacks with the same `base` as pack(). Returns nothing if the bytes are not of this network.
std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base);

inline constexpr std::int32_t kRunApplicationId = 0x52647277;  // "Rdrw"
inline constexpr const char* kOpenElsewhere = "it is open in another Redraw";

// Creates the tables of a run in an empty database, inside a transaction.
void create_run_schema(Database& database);
// Throws Error for another format than kRunFormat, for other tables than the format has, or if
// SQLite's quick check fails (skipped above 1 GiB). Rows have checksums of their own, checked when
// a row is read. Refuses triggers and views, which Redraw never creates.
void check_run_schema(const Database& database);

// Removes the journal of a writer that was killed before it changed the file. SQLite plays back any
// other journal when the lock is taken, but leaves such a one until the next commit. The caller
// holds the writer's lock on `database`, so that no living writer can own the journal.
void remove_leftover_journal(const Database& database);
std::int64_t new_writer();  // a random id for a writer; never 0
// Encodes a PNG with 8 bits a channel if they hold every value exactly, else with 16.
std::vector<std::byte> encode_exactly(const Image& picture);

// Returns the limit in bytes of a blob with `count` parameters, packed or not. It fits into an int:
// every network has fewer than 2^28 parameters.
int longest_blob(std::size_t count);

// The keyframes of a run file: rounded, and stored in short chains of differences, each to an
// earlier keyframe. Only this class deals with the chains.
class KeyframeTable {
public:
    explicit KeyframeTable(const RunHeader& header);

    // Returns the rounded parameters that write() would store.
    RoundedParameters kept(std::span<const float> parameters, float psnr,
                           const InParallel& in_parallel = in_turn);
    std::vector<float> values(const RoundedParameters& kept) const {
        return values_of(kept, tensors_);
    }
    // Estimates the bytes of one keyframe in the file.
    std::int64_t bytes_each() const;

    std::vector<Keyframe> read_steps(const Database& database) const;
    // Returns the parameters of the keyframe at `step`, or nothing if there is none. All functions
    // throw Error on damage or a failed write.
    std::optional<RoundedParameters> read(Database& database, std::int64_t step);
    void write(Database& database, const Keyframe& keyframe, const RoundedParameters& kept);
    // Erases the keyframes at these steps. Repacks each later keyframe once at most.
    void erase(Database& database, const std::set<std::int64_t>& steps);

private:
    // Chooses the base of the keyframe at `step`: the earlier keyframe to which its difference is
    // stored. Returns the last step before `step` that is not in `gone`; nothing if there is none
    // or the chain would become too long. `height`: keyframes in the longest chain from `step` on.
    std::optional<std::int64_t> base_for(const Database& database, std::int64_t step,
                                         const std::set<std::int64_t>& gone = {},
                                         std::size_t height = 1) const;
    // Repacks the keyframes whose base is in `gone`, so that those in `gone` can be erased.
    void move_to_other_bases(Database& database, const std::set<std::int64_t>& gone);
    void insert(Database& database, const Keyframe& keyframe, const RoundedParameters& kept,
                std::optional<std::int64_t> base);

    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t count_;
    std::optional<DrawingRounding> rounding_;  // set once a keyframe is stored
    // The keyframe read or written last: usually the base of the next one.
    struct Recent {
        std::int64_t step = -1, checksum = 0;  // of its packed parameters
        RoundedParameters parameters;
    } recent_;
};

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

std::optional<SavedState> read_state(const Database& database, const RunHeader& header);
void write_state(Database& database, const SavedState& saved);

// The mosaic of a run. read_mosaic() returns nothing if the file has none.
inline constexpr double kMostSeconds = 1e10;  // limit of training times: 300 years
std::optional<Mosaic> read_mosaic(const Database& database, const RunHeader& header);
void write_mosaic(Database& database, const Mosaic& mosaic);
std::vector<MosaicTile> read_mosaic_tiles(const Database& database, const Mosaic& mosaic);
// `id`: the tile's place in the order in which the tiles were learned, from 1. `packed`: the tile's
// parameters, by pack() without a base.
void write_mosaic_tile(Database& database, std::int64_t id, const MosaicTile& tile,
                       std::span<const std::byte> packed);
// Returns a tile's parameters, packed. `count`: their number.
std::vector<std::byte> read_mosaic_parameters(const Database& database, std::int64_t id,
                                              std::size_t count);

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
    std::map<std::int64_t, RoundedParameters> keyframes;
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
