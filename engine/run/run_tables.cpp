#include "engine/run/run_tables.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/network/config_json.h"
#include "engine/run/bookmarks.h"
#include "engine/text/display_name.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>

namespace redraw {
namespace {

// A table of a run and its SQL text. SQLite keeps the text unchanged, so that it can be compared.
// Blobs come last: SQLite walks through a blob to reach the columns after it.
struct Table {
    std::string_view name;
    const char* sql;
};
constexpr std::array<Table, 10> kTables{{
    {"run",
     "CREATE TABLE run (id INTEGER PRIMARY KEY, config TEXT NOT NULL, picture_name TEXT NOT NULL, "
     "width INTEGER NOT NULL, height INTEGER NOT NULL, channels INTEGER NOT NULL, "
     "keyframe_budget INTEGER NOT NULL, writer INTEGER NOT NULL, request TEXT NOT NULL, "
     "checksum INTEGER NOT NULL) STRICT"},
    {"target",
     "CREATE TABLE target (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, png BLOB NOT NULL) "
     "STRICT"},
    {"source",
     "CREATE TABLE source (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, png BLOB NOT NULL) "
     "STRICT"},
    {"metric",
     "CREATE TABLE metric (step INTEGER PRIMARY KEY, loss REAL, psnr REAL, "
     "learning_rate REAL, seconds REAL, checksum INTEGER NOT NULL) STRICT"},
    {"measured",
     "CREATE TABLE measured (step INTEGER PRIMARY KEY, psnr REAL NOT NULL, "
     "seconds REAL NOT NULL, whole INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT"},
    {"keyframe",
     "CREATE TABLE keyframe (step INTEGER PRIMARY KEY, psnr REAL, base INTEGER, "
     "parameters_checksum INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL) STRICT"},
    {"event",
     "CREATE TABLE event (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, kind TEXT NOT NULL, "
     "failed_step INTEGER NOT NULL, lr_max REAL NOT NULL, name TEXT NOT NULL, "
     "checksum INTEGER NOT NULL) STRICT"},
    {"mosaic",
     "CREATE TABLE mosaic (id INTEGER PRIMARY KEY, width INTEGER NOT NULL, "
     "tile_width INTEGER NOT NULL, overlap_across INTEGER NOT NULL, height INTEGER NOT NULL, "
     "tile_height INTEGER NOT NULL, overlap_down INTEGER NOT NULL, seconds REAL NOT NULL, "
     "config TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT"},
    {"mosaic_tile",
     "CREATE TABLE mosaic_tile (id INTEGER PRIMARY KEY, tile INTEGER NOT NULL, "
     "steps INTEGER NOT NULL, seconds REAL NOT NULL, psnr REAL NOT NULL, "
     "parameters_checksum INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL) STRICT"},
    {"state",
     "CREATE TABLE state (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, "
     "optimizer_step INTEGER NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL, first_moment BLOB NOT NULL, second_moment BLOB NOT NULL) STRICT"},
}};

// Size limit for SQLite's quick_check, which takes a second a gigabyte. A larger file relies on
// the checksums of its rows.
constexpr std::int64_t kQuickCheckBytes = std::int64_t(1) << 30;

void check_tables(const Database& database) {
    Statement objects(database, "SELECT type, name, sql FROM sqlite_schema");
    std::size_t tables = 0;
    while (objects.step()) {
        const auto is_ours = [&](const Table& table) {
            return objects.text(1) == table.name && objects.text(0) == "table" &&
                   objects.text(2) == table.sql;
        };
        if (std::ranges::none_of(kTables, is_ours))
            throw Error("Cannot open " + database.name() + ": it holds \"" +
                        excerpt(objects.text(1)) + "\", which is not part of a Redraw run");
        ++tables;
    }
    database.require(tables == kTables.size());
}

static_assert(std::endian::native == std::endian::little, "rows are written as they lie");

constexpr std::size_t kMostOfEvents = 64 << 20;  // bytes of all event names
// A file stores bookmarks as events of the kind `other` with the name text_of().
constexpr EventKind kMarks[] = {EventKind::bookmarked, EventKind::bookmark_removed};
constexpr std::string_view kNamedBookmark = "bookmark: ";  // followed by the bookmark's name

// Converts an event of the kind `other` back to the kind that its name states.
Event unmarked(Event event) {
    for (const EventKind kind : kMarks)
        if (event.name == text_of({.kind = kind})) return {event.step, kind};
    if (event.name.starts_with(kNamedBookmark))
        return {.step = event.step,
                .kind = EventKind::bookmarked,
                .name = excerpt(event.name.substr(kNamedBookmark.size()), kLongestBookmarkName)};
    return event;
}

std::int64_t checksum_of(const RunHeader& header, std::string_view config,
                         std::string_view request) {
    return Checksum(config, header.picture_name, header.width, header.height, header.channels,
                    header.keyframe_budget, header.writer, request)
        .value();
}

bool is_step(std::int64_t step) {
    return step >= 0 && step <= RunFile::kLastStep;
}

bool is_duration(double seconds) {
    return seconds >= 0 && seconds <= kMostSeconds;
}

// Accepts a metric whose loss is infinite or NaN: training can diverge.
bool is_possible(const Metric& metric) {
    return is_step(metric.step) && metric.loss != -std::numeric_limits<float>::infinity() &&
           std::isfinite(metric.learning_rate) && is_duration(metric.seconds);
}

// Accepts PSNR from 0 dB up: values lie in [0, 1], so no render can be worse.
bool is_possible(const MeasuredPsnr& measured) {
    return is_step(measured.step) && measured.psnr >= 0 && measured.seconds >= 0 &&
           std::isfinite(measured.seconds);
}

// Makes an untrusted name displayable and shortens it to the longest escaped file name.
std::string shown_name(const std::string& name) {
    constexpr std::size_t kLongest = 4 * 255;  // bytes if every byte is escaped
    std::string shown = display_name(name);
    return shown.size() <= kLongest ? shown : excerpt(shown, kLongest - 3);
}

// Returns true if the configuration equals the request in all values that the request fixes.
bool is_answered(Config request, const Config& config) {
    request.by_size = {};
    NetworkSpec& asked = request.network;
    const NetworkSpec& chosen = config.network;
    const auto answer = [](auto& field, const auto& chosen_field, const auto& open) {
        if (field == open) field = chosen_field;
    };
    answer(asked.first_omega, chosen.first_omega, 0.0);
    answer(asked.fourier.sigma, chosen.fourier.sigma, 0.0);
    answer(asked.grid.base, chosen.grid.base, 0);
    answer(asked.grid.finest, chosen.grid.finest, 0);
    asked.grid.width = chosen.grid.width;  // never part of a request
    asked.grid.height = chosen.grid.height;
    if (asked.parameters > 0) asked.layers = chosen.layers, asked.grid = chosen.grid;
    answer(asked.pixel, chosen.pixel, PixelModel::automatic);
    answer(asked.window.tones, chosen.window.tones, Tones::automatic);
    answer(asked.window.made_by, chosen.window.made_by, HalvingMix{});
    return request == config;
}

}  // namespace

void create_run_schema(Database& database) {
    for (const Table& table : kTables) database.execute(table.sql);
    database.trust_schema();
    database.execute(("PRAGMA application_id = " + std::to_string(kRunApplicationId)).c_str());
    database.execute(("PRAGMA user_version = " + std::to_string(kRunFormat)).c_str());
}

void check_run_schema(const Database& database) {
    const std::string& name = database.name();
    if (database.integer("PRAGMA application_id") != kRunApplicationId)
        throw Error("Cannot open " + name + ": it is not a Redraw run");
    if (const std::int64_t format = database.integer("PRAGMA user_version"); format != kRunFormat)
        throw Error("Cannot open " + name + ": it is a run of format " + std::to_string(format) +
                    (format > kRunFormat ? ", which needs a newer version of Redraw"
                                         : ", which only versions before 1.0 read"));
    check_tables(database);
    database.trust_schema();

    const std::int64_t bytes =
        database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
    if (bytes > kQuickCheckBytes) return;
    Statement check(database, "PRAGMA quick_check(1)");
    if (!check.step() || check.text(0) != "ok") database.damaged();
}

RunHeader read_header(const Database& database) {
    Statement row(database,
                  "SELECT config, picture_name, width, height, channels, keyframe_budget, writer, "
                  "request, checksum FROM run WHERE id = 1");
    database.require(row.step());
    RunHeader header;
    const auto number = [&](int column, std::int64_t most) {
        const std::int64_t value = row.integer(column);
        database.require(value >= 1 && value <= most);
        return int(value);
    };
    header.picture_name = row.text(1);
    header.width = number(2, PictureLimits().max_side);
    header.height = number(3, PictureLimits().max_side);
    header.channels = number(4, 4);
    header.keyframe_budget = row.integer(5);
    database.require(header.keyframe_budget >= 0);
    header.writer = row.integer(6);
    database.require(row.integer(8) == checksum_of(header, row.text(0), row.text(7)));
    Config request;
    try {
        header.config = config_from_json(row.text(0));
        header.config.by_size = {};
        Request asked = request_from_json(row.text(7));
        request = std::move(asked.config);
        header.by_size = request.by_size;
        header.goal = std::move(asked.goal);
    } catch (const Error& error) {
        throw Error("Cannot open " + database.name() + ": its configuration is wrong (" +
                    error.what() + ")");
    }
    database.require(is_answered(request, header.config));
    header.asked = std::move(request.network);
    header.picture_name = shown_name(header.picture_name);
    return header;
}

void write_header(Database& database, const RunHeader& header) {
    const std::string config = to_json(header.config),
                      request = request_to_json({header.request(), header.goal});
    Statement(database, "INSERT OR REPLACE INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(config, header.picture_name, header.width, header.height, header.channels,
             header.keyframe_budget, header.writer, request, checksum_of(header, config, request));
}

std::optional<std::vector<std::byte>> read_png(const Database& database, const char* table) {
    Statement row(database,
                  (std::string("SELECT checksum, png FROM ") + table + " WHERE id = 1").c_str(),
                  kLongestBlob);
    if (!row.step()) return std::nullopt;
    const std::span<const std::byte> png = row.blob(1);
    database.require(row.integer(0) == Checksum(png).value());
    return std::vector<std::byte>(png.begin(), png.end());
}

// Parses the PNG header here instead of in SQL: SQL functions other than count() are disabled for
// runs (database_guard.cpp).
std::optional<PixelSize> read_png_size(const Database& database, const char* table) {
    Statement row(database, (std::string("SELECT png FROM ") + table + " WHERE id = 1").c_str(),
                  kLongestBlob);
    return row.step() ? png_size(row.blob(0)) : std::nullopt;
}

std::optional<PixelSize> png_size(std::span<const std::byte> png) {
    constexpr std::size_t kWidthAt = 16, kHeader = 24;  // after PNG signature, IHDR length and type
    if (png.size() < kHeader) return std::nullopt;
    const std::uint32_t width = big_endian(png.subspan(kWidthAt, 4));
    const std::uint32_t height = big_endian(png.subspan(kWidthAt + 4, 4));
    constexpr std::uint32_t kLongest = 1 << 24;
    if (width < 1 || height < 1 || width > kLongest || height > kLongest) return std::nullopt;
    return PixelSize{int(width), int(height)};
}

void write_png(Database& database, const char* table, std::span<const std::byte> png) {
    Statement(database,
              (std::string("INSERT OR REPLACE INTO ") + table + " VALUES (1, ?, ?)").c_str(),
              kLongestBlob)
        .run(Checksum(png).value(), png);
}

void delete_after(Database& database, const char* table, std::int64_t step) {
    Statement(database, (std::string("DELETE FROM ") + table + " WHERE step > ?").c_str())
        .run(step);
}

std::vector<Metric> read_metrics(const Database& database) {
    Statement row(database,
                  "SELECT step, loss, psnr, learning_rate, seconds, checksum FROM metric "
                  "ORDER BY step");
    std::vector<Metric> metrics;
    while (row.step()) {
        Metric metric;
        row.read(metric.step, metric.loss, metric.batch_psnr, metric.learning_rate, metric.seconds);
        database.require(is_possible(metric));
        database.require(metrics.empty() || metrics.back().step < metric.step);
        metrics.push_back(metric);
    }
    return metrics;
}

void write_metric(Database& database, const Metric& metric) {
    Statement(database, "INSERT OR REPLACE INTO metric VALUES (?, ?, ?, ?, ?, ?)")
        .write(metric.step, metric.loss, metric.batch_psnr, metric.learning_rate, metric.seconds);
}

std::vector<MeasuredPsnr> read_measured(const Database& database) {
    std::vector<MeasuredPsnr> all;
    Statement row(database,
                  "SELECT step, psnr, seconds, whole, checksum FROM measured ORDER BY step");
    while (row.step()) {
        MeasuredPsnr& measured = all.emplace_back();
        row.read(measured.step, measured.psnr, measured.seconds, measured.whole);
        database.require(is_possible(measured));
    }
    return all;
}

void write_measured(Database& database, const MeasuredPsnr& measured) {
    Statement(database, "INSERT OR REPLACE INTO measured VALUES (?, ?, ?, ?, ?)")
        .write(measured.step, measured.psnr, measured.seconds, measured.whole);
}

std::vector<Event> read_events(const Database& database) {
    Statement row(database,
                  "SELECT id, step, kind, failed_step, lr_max, name, checksum FROM event "
                  "ORDER BY id");
    std::vector<Event> events;
    std::size_t bytes = 0;
    while (row.step()) {
        std::int64_t id = 0;
        std::string kind;
        Event event;
        row.read(id, event.step, kind, event.failed_step, event.lr_max, event.name);
        const auto known = from_name<EventKind>(kind);
        database.require(id == std::int64_t(events.size()) + 1 && known && !only_marks(*known));
        event.kind = *known;
        database.require(is_step(event.step) && is_step(event.failed_step) && is_possible(event));
        event.name = shown_name(event.name);
        if (event.kind == EventKind::other) event = unmarked(std::move(event));
        database.require((bytes += event.name.size()) <= kMostOfEvents);
        events.push_back(std::move(event));
    }
    return events;
}

void write_event(Database& database, const Event& event) {
    Statement last(database, "SELECT id FROM event ORDER BY id DESC LIMIT 1");
    const std::int64_t id = last.step() ? last.integer(0) + 1 : 1;
    last.reset();
    Event filed = event;
    if (only_marks(event.kind)) filed = {event.step, EventKind::other, 0, 0, text_of(event)};
    Statement(database, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)")
        .write(id, filed.step, name_of(filed.kind), filed.failed_step, filed.lr_max, filed.name);
}

std::vector<std::byte> encode_exactly(const Image& picture) {
    const bool eight = std::ranges::all_of(
        picture.values, [](float value) { return float(quantise(value, 255)) / 255.0f == value; });
    return encode_png(picture, eight ? 8 : 16);
}

std::int64_t new_writer() {
    std::random_device random;
    return std::int64_t(std::uint64_t(random()) << 31 ^ random()) | 1;
}

}  // namespace redraw
