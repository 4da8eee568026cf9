// The rows of a run file but its keyframes (keyframe_table.h), one function to read and one to
// write a kind. What is read has passed its
// checksum and its ranges, or the file is refused as damaged.
#pragma once

#include "engine/run/database.h"
#include "engine/run/keyframe_table.h"
#include "engine/run/run_file.h"
#include "engine/run/run_schema.h"

namespace redraw {

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
