// The tables of a run file: their schema, a function to read and one to write each kind of row, and
// the changes that a run has not committed. Rows that are read have passed their checksum and their
// ranges, or the file is refused as damaged.
#pragma once

#include "engine/network/config.h"
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

// Parameters as a keyframe keeps them: whole numbers times a power of two, no finer than the
// drawing needs. Pure functions of their arguments; what is rounded already stays as it is, so that
// a copied keyframe is the same keyframe.
struct RoundedParameters {
    // A number is level * 2^exponent of its tensor: a grid level's table, a layer's weights or its
    // biases. Without exponents nothing is rounded: levels are the bits of the floats.
    std::vector<std::int8_t> exponents;
    std::vector<std::int32_t> levels;
    bool operator==(const RoundedParameters&) const = default;
};
inline constexpr int kLeastExponent = -120, kMostExponent = 100;

// Networks with so few parameters, and networks of windows, are not rounded: it would save little,
// or its cost at a point is unknown.
inline constexpr std::size_t kFewParameters = 16'384;
bool takes_rounding(const NetworkSpec& network, std::size_t parameters);

RoundedParameters not_rounded(std::span<const float> parameters);
// Rounds the parameters of one network as coarsely as the drawing at some hundred points of the
// plane stays within 0.1/255 (root mean square), 0.4/255 (the largest difference) and 1 % of the
// squared error at `psnr`, 0.05 dB, of what these very parameters draw; `psnr`: NaN where it is not
// known. Measured: docs/quality.md.
class DrawingRounding {
public:
    DrawingRounding(const NetworkSpec& network, int channels);
    RoundedParameters operator()(std::span<const float> parameters, float psnr) const;

private:
    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t tables_;             // of the tensors, the first
    std::vector<float> points_;      // where drawings are compared
    std::vector<std::size_t> seen_;  // the parameters that these draw with
};
// Finite where the exponents are in their range and levels below 2^26; `levels` is of this network.
std::vector<float> values_of(const RoundedParameters& rounded, std::span<const Tensor> tensors);

// Packs rounded parameters (docs/file-format.md) by zstd: their levels, or the difference to those
// of `base`, null or of the same network. Nothing is lost.
std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base);
// Needs the `base` that it was packed with. Nothing where pack() never makes these bytes of such
// tensors.
std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base);

inline constexpr std::int32_t kRunApplicationId = 0x52647277;  // "Rdrw"
inline constexpr int kFirstWithMeasured = 3;                   // of the formats
inline constexpr const char* kOpenElsewhere = "it is open in another Redraw";

// Makes the tables in an empty database, inside a transaction.
void create_run_schema(Database& database, int format = kRunFormat);
// The run's format. Throws Error unless the database is a run of one that we know, whole, with its
// tables and nothing else: a trigger or a view in it was not put there by Redraw.
int check_run_schema(const Database& database);

// Removes the journal of a writer that was killed before it had changed the file. SQLite plays back
// any other journal when the lock is taken, and leaves this one to the next commit. The caller
// holds the writer's lock on `database`, so that no living writer can own the journal.
void remove_leftover_journal(const Database& database);
std::int64_t new_writer();  // a random number; never 0

// Bytes of a row with that many parameters a blob, packed or not; no network of ours has 2^28.
int longest_blob(std::size_t count);

// The keyframes in a run file: rounded, each stored as its difference to the one before it, in
// short chains that stay inside this class.
class KeyframeTable {
public:
    explicit KeyframeTable(const RunHeader& header);

    // Parameters as a run keeps them.
    RoundedParameters kept(std::span<const float> parameters, float psnr);
    std::vector<float> values(const RoundedParameters& kept) const {
        return values_of(kept, tensors_);
    }
    // About what one takes in the file.
    std::int64_t bytes_each() const;

    std::vector<Keyframe> read_steps(const Database& database) const;
    // Nothing when there is none of this step. All throw Error: damaged, not written.
    std::optional<RoundedParameters> read(Database& database, std::int64_t step);
    void write(Database& database, const Keyframe& keyframe, const RoundedParameters& kept);
    // All at once, in about the time that one takes.
    void erase(Database& database, const std::set<std::int64_t>& steps);

private:
    // The last one before `step` that is not in `gone`, unless a chain became too long by that;
    // `height`: the rows of the longest chain from `step` on.
    std::optional<std::int64_t> base_for(const Database& database, std::int64_t step,
                                         const std::set<std::int64_t>& gone = {},
                                         std::size_t height = 1) const;
    // Packs again what was made from those in `gone`, so that these can go.
    void move_to_other_bases(Database& database, const std::set<std::int64_t>& gone);
    void insert(Database& database, const Keyframe& keyframe, const RoundedParameters& kept,
                std::optional<std::int64_t> base);

    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t count_;
    std::optional<DrawingRounding> rounding_;  // once something is kept
    // The keyframe read or written last: the base of the next one when they come in order.
    struct Recent {
        std::int64_t step = -1, checksum = 0;  // of its row
        RoundedParameters parameters;
    } recent_;
};

RunHeader read_header(const Database& database, int format);
void write_header(Database& database, const RunHeader& header);

// `table`: "target" or "source".
std::optional<std::vector<std::byte>> read_png(const Database& database, const char* table);
// The size in a PNG's first bytes; empty if they hold no possible one.
std::optional<PixelSize> png_size(std::span<const std::byte> png);
std::optional<PixelSize> read_png_size(const Database& database, const char* table);
void write_png(Database& database, const char* table, std::span<const std::byte> png);

// Deletes the rows of `table` after this step.
void delete_after(Database& database, const char* table, std::int64_t step);

std::vector<Metric> read_metrics(const Database& database);
void write_metric(Database& database, const Metric& metric);

// These need a file of format kFirstWithMeasured; of an older one they read and write nothing.
std::vector<MeasuredPsnr> read_measured(const Database& database, int format);
void write_measured(Database& database, const MeasuredPsnr& measured, int format);

std::vector<Event> read_events(const Database& database);
void write_event(Database& database, const Event& event);

std::optional<SavedState> read_state(const Database& database, const RunHeader& header);
void write_state(Database& database, const SavedState& saved);

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

}  // namespace redraw
