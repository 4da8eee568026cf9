// The exact tables of a run file (docs/file-format.md).
#include "engine/run/run_tables.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <array>
#include <string>

namespace redraw {

namespace {

constexpr int kOldestFormat = 2;

// SQLite keeps the text as it is given, so that it can be compared. Small columns come before the
// blobs: what stands behind a blob is found by walking through it.
struct Table {
    std::string_view name;
    const char* sql;
    int first = kOldestFormat;  // of the formats that have it
};
constexpr std::array<Table, 8> kTables{{
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
     "seconds REAL NOT NULL, whole INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT",
     3},
    {"keyframe",
     "CREATE TABLE keyframe (step INTEGER PRIMARY KEY, psnr REAL, base INTEGER, "
     "parameters_checksum INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL) STRICT"},
    {"event",
     "CREATE TABLE event (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, kind TEXT NOT NULL, "
     "failed_step INTEGER NOT NULL, lr_max REAL NOT NULL, name TEXT NOT NULL, "
     "checksum INTEGER NOT NULL) STRICT"},
    {"state",
     "CREATE TABLE state (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, "
     "optimizer_step INTEGER NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL, first_moment BLOB NOT NULL, second_moment BLOB NOT NULL) STRICT"},
}};

// Walking through every page takes a second a gigabyte; above this, each row's own checksum has to
// do.
constexpr std::int64_t kQuickCheckBytes = std::int64_t(1) << 30;

bool is_of(const Table& table, std::int64_t format) {
    return table.first <= format;
}

const char* sql_of(std::string_view name, std::int64_t format) {
    for (const Table& table : kTables)
        if (table.name == name && is_of(table, format)) return table.sql;
    return nullptr;
}

void check_tables(const Database& database, std::int64_t format) {
    Statement objects(database, "SELECT type, name, sql FROM sqlite_schema");
    std::size_t tables = 0;
    while (objects.step()) {
        const char* sql = sql_of(objects.text(1), format);
        if (objects.text(0) != "table" || sql == nullptr || objects.text(2) != sql)
            throw Error("Cannot open " + database.name() + ": it holds \"" +
                        excerpt(objects.text(1)) + "\", which is not part of a Redraw run");
        ++tables;
    }
    if (tables != std::size_t(std::ranges::count_if(
                      kTables, [&](const Table& table) { return is_of(table, format); })))
        database.damaged();
}

}  // namespace

void create_run_schema(Database& database, int format) {
    for (const Table& table : kTables)
        if (is_of(table, format)) database.execute(table.sql);
    database.trust_schema();
    database.execute(("PRAGMA application_id = " + std::to_string(kRunApplicationId)).c_str());
    database.execute(("PRAGMA user_version = " + std::to_string(format)).c_str());
}

int check_run_schema(const Database& database) {
    const std::string& name = database.name();
    if (database.integer("PRAGMA application_id") != kRunApplicationId)
        throw Error("Cannot open " + name + ": it is not a Redraw run");
    const std::int64_t format = database.integer("PRAGMA user_version");
    if (format > kRunFormat)
        throw Error("Cannot open " + name + ": it was made by a newer Redraw (format " +
                    std::to_string(format) + "; this one reads up to " +
                    std::to_string(kRunFormat) + ")");
    if (format == 1)
        throw Error("Cannot open " + name +
                    ": it is a run of format 1, which this version of Redraw no longer reads");
    if (format < kOldestFormat) database.damaged();
    check_tables(database, format);
    database.trust_schema();

    const std::int64_t bytes =
        database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
    if (bytes > kQuickCheckBytes) return int(format);
    Statement check(database, "PRAGMA quick_check(1)");
    if (!check.step() || check.text(0) != "ok") database.damaged();
    return int(format);
}

}  // namespace redraw
