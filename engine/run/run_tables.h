// The rows of a run file, a function to read and one to write each kind. What is read has passed
// its checksum and its ranges, or the file is refused as damaged.
#pragma once

#include "engine/run/database.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_file.h"
#include "engine/run/run_schema.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace redraw {

// The keyframes in a run file: rounded, each as what differs from the one before it, a few in a
// chain. Who reads or changes one need not know of the chain.
class KeyframeTable {
public:
    KeyframeTable(const NetworkSpec& network, int channels);

    // Parameters as a run keeps them.
    RoundedParameters kept(std::span<const float> parameters, float psnr);
    std::vector<float> values(const RoundedParameters& kept) const;
    // About what one takes in the file.
    std::int64_t bytes_each() const;

    std::vector<Keyframe> read_steps(const Database& database) const;
    // Nothing when there is none of this step. All throw Error: damaged, not written.
    std::optional<RoundedParameters> read(Database& database, std::int64_t step);
    void write(Database& database, const Keyframe& keyframe, const RoundedParameters& kept);
    // All at once, in about the time that one takes.
    void erase(Database& database, const std::set<std::int64_t>& steps);
    void erase_after(Database& database, std::int64_t step);

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

struct RunHeader {
    int format = kRunFormat;  // of the file
    Config config;
    NetworkSpec asked;              // config.network as it was asked for
    std::optional<BySize> by_size;  // of the request; older runs do not say it
    std::string picture_name;
    int width = 0, height = 0, channels = 0;  // of the target
    std::int64_t keyframe_budget = 256'000'000;
    std::int64_t writer = 0;  // a number of whoever committed last

    Config request() const {
        Config request = config;
        request.network = asked;
        if (by_size) request.by_size = *by_size;
        return request;
    }
    std::size_t parameter_count() const {
        return redraw::parameter_count(config.network, channels);
    }
    KeyframeTable keyframe_table() const { return {config.network, channels}; }
};

struct SavedState {
    State state;
    double seconds = 0;
};

RunHeader read_header(const Database& database, int format);
void write_header(Database& database, const RunHeader& header);
std::int64_t read_writer(const Database& database);

// `table`: "target" or "source".
std::optional<std::vector<std::byte>> read_png(const Database& database, const char* table);
// The size in a PNG's first bytes; empty if they hold no possible one.
std::optional<PixelSize> png_size(std::span<const std::byte> png);
std::optional<PixelSize> read_png_size(const Database& database, const char* table);
void write_png(Database& database, const char* table, std::span<const std::byte> png);

std::vector<Metric> read_metrics(const Database& database);
void write_metric(Database& database, const Metric& metric);
void delete_metrics_after(Database& database, std::int64_t step);

// These need a file of format 3 or newer; of an older one they read and write nothing.
std::vector<MeasuredPsnr> read_measured(const Database& database, int format);
void write_measured(Database& database, const MeasuredPsnr& measured, int format);
void delete_measured_after(Database& database, std::int64_t step, int format);

std::vector<Event> read_events(const Database& database);
void write_event(Database& database, const Event& event);

std::optional<SavedState> read_state(const Database& database, const RunHeader& header);
void write_state(Database& database, const SavedState& saved);

}  // namespace redraw
