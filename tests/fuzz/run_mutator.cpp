// Changes a run like somebody who knows its format: a value, its type, a whole row or the schema.
// Usually corrects the checksum of a changed value's row, so that the code behind the checksums is
// tested too. One in four changes affects random bytes instead.
#include "engine/run/database.h"
#include "tests/fuzz/sqlite_in_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using redraw::Checksum;
using redraw::fuzz::InMemory;
using Random = std::minstd_rand;

// A table of a run: the columns that a change may affect, and the columns that its checksum covers,
// in order (docs/file-format.md).
struct Table {
    std::string name, key;
    std::vector<const char*> columns;
    const char* covered;
};
const Table kTables[] = {
    {"run",
     "id",
     {"config", "picture_name", "width", "height", "channels", "keyframe_budget", "writer",
      "request"},
     "config, picture_name, width, height, channels, keyframe_budget, writer, request"},
    {"target", "id", {"png"}, "png"},
    {"source", "id", {"png"}, "png"},
    {"metric",
     "step",
     {"step", "loss", "psnr", "learning_rate", "seconds", "checksum"},
     "step, loss, psnr, learning_rate, seconds"},
    {"measured",
     "step",
     {"step", "psnr", "seconds", "whole", "checksum"},
     "step, psnr, seconds, whole"},
    {"keyframe",
     "step",
     {"step", "psnr", "parameters", "parameters_checksum", "checksum", "base", "base"},
     "step, psnr, base, parameters_checksum"},
    {"event",
     "id",
     {"id", "step", "kind", "failed_step", "lr_max", "name", "checksum"},
     "id, step, kind, failed_step, lr_max, name"},
    {"mosaic",
     "id",
     {"width", "tile_width", "overlap_across", "height", "tile_height", "overlap_down", "seconds",
      "config", "checksum"},
     "width, tile_width, overlap_across, height, tile_height, overlap_down, seconds, config"},
    {"mosaic_tile",
     "id",
     {"id", "tile", "steps", "seconds", "psnr", "parameters", "parameters_checksum", "checksum"},
     "id, tile, steps, seconds, psnr, parameters_checksum"},
    {"state",
     "id",
     {"step", "optimizer_step", "seconds", "parameters", "first_moment", "second_moment"},
     "step, optimizer_step, seconds, parameters, first_moment, second_moment"},
};

constexpr const char* kPlanted[] = {
    "CREATE TRIGGER t BEFORE INSERT ON event BEGIN DELETE FROM keyframe; END",
    "CREATE VIEW v AS SELECT * FROM metric",
    "DROP TABLE metric; CREATE VIEW metric AS SELECT 1 step, 1.0 loss, 1.0 psnr, 1.0 "
    "learning_rate, 1.0 seconds, 1 checksum",
    "CREATE INDEX i ON metric (loss)",
    "ALTER TABLE event ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(1000))) VIRTUAL",
    "DROP TABLE event; CREATE TABLE event (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, text "
    "TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE VIRTUAL TABLE f USING fts5(a)",
    "CREATE TABLE sqlite_stat9 (a)",
    "ANALYZE",
    "PRAGMA user_version = 3",
    "PRAGMA user_version = 5",
    "PRAGMA application_id = 7",
    "PRAGMA auto_vacuum = FULL; VACUUM",
    "PRAGMA page_size = 1024; VACUUM",
    "PRAGMA encoding = 'UTF-16'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = rootpage + 1 WHERE name = "
    "'metric'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 2",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'index' WHERE name = 'event'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = 'sqlite_master' WHERE name = "
    "'event'",
    "PRAGMA writable_schema = ON; INSERT INTO sqlite_master SELECT * FROM sqlite_master",
};

template <class List>
auto& one_of(const List& list, Random& random) {
    return list[random() % std::size(list)];
}

const Table& some_table(Random& random) {
    return one_of(kTables, random);
}

void bind_changed_integer(sqlite3_stmt* update, std::int64_t old, Random& random) {
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr std::int64_t kIntegers[] = {
        0,     1,         -1,        2,         255,       1000,      16384,         16385,
        65536, 1LL << 31, 1LL << 32, 1LL << 53, 1LL << 60, 1LL << 62, Limits::max(), Limits::min()};
    const std::uint64_t near = std::uint64_t(old) + random() % 5 - 2;
    sqlite3_bind_int64(update, 1, random() % 2 ? one_of(kIntegers, random) : std::int64_t(near));
}

void bind_changed_real(sqlite3_stmt* update, Random& random) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kReals[] = {0.0,   -0.0, 1.0,    -1.0,   1e-320,    1e39,      -1e39,
                                 1e300, 0.1,  3.5e38, 3.4e38, kInfinity, -kInfinity};
    if (random() % 8 == 0)
        sqlite3_bind_null(update, 1);
    else
        sqlite3_bind_double(update, 1, one_of(kReals, random));
}

void bind_changed_bytes(sqlite3_stmt* update, sqlite3_value* old, bool is_text) {
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_value_blob(old));
    const std::size_t size = std::size_t(sqlite3_value_bytes(old));
    std::vector<std::uint8_t> changed(size + 64);
    if (size > 0) std::memcpy(changed.data(), bytes, size);
    changed.resize(LLVMFuzzerMutate(changed.data(), size, changed.size()));
    const auto* data = reinterpret_cast<const char*>(changed.data());
    if (is_text)
        sqlite3_bind_text(update, 1, data, int(changed.size()), SQLITE_TRANSIENT);
    else
        sqlite3_bind_blob(update, 1, data, int(changed.size()), SQLITE_TRANSIENT);
}

// Returns the key of a random row; 0, which matches no row, if the table is empty.
std::int64_t some_row(const InMemory& run, const Table& table, Random& random) {
    const std::string& name = table.name;
    const std::int64_t rows =
        std::max<std::int64_t>(run.integer("SELECT count(*) FROM " + name), 1);
    return run.integer("SELECT " + table.key + " FROM " + name + " ORDER BY 1 LIMIT 1 OFFSET " +
                       std::to_string(std::int64_t(random()) % rows));
}

void sign(const InMemory& run, const Table& table, std::int64_t row) {
    const std::string where = " WHERE " + table.key + " = " + std::to_string(row);
    const auto update = [&](const char* column, const std::string& covered) {
        const auto select = run.prepare("SELECT " + covered + " FROM " + table.name + where);
        if (!select || sqlite3_step(select.get()) != SQLITE_ROW) return;
        Checksum sum;
        for (int i = 0; i < sqlite3_column_count(select.get()); ++i) {
            switch (sqlite3_column_type(select.get(), i)) {
                case SQLITE_INTEGER:
                    sum.add(std::int64_t(sqlite3_column_int64(select.get(), i)));
                    break;
                case SQLITE_FLOAT:
                    sum.add(sqlite3_column_double(select.get(), i));
                    break;
                case SQLITE_NULL:
                    break;
                default: {
                    const auto* bytes =
                        static_cast<const std::byte*>(sqlite3_column_blob(select.get(), i));
                    sum.add(std::span(bytes, std::size_t(sqlite3_column_bytes(select.get(), i))));
                }
            }
        }
        run.execute("UPDATE " + table.name + " SET " + column + " = " +
                    std::to_string(sum.value()) + where);
    };
    if (std::string_view(table.covered).ends_with("parameters_checksum"))
        update("parameters_checksum", "parameters");
    update("checksum", table.covered);
}

void change_value(const InMemory& run, Random& random) {
    const Table& table = some_table(random);
    const std::string column = one_of(table.columns, random);
    std::int64_t row = some_row(run, table, random);
    const std::string where = " WHERE " + table.key + " = ";
    const auto select =
        run.prepare("SELECT " + column + " FROM " + table.name + where + std::to_string(row));
    if (!select || sqlite3_step(select.get()) != SQLITE_ROW) return;
    const auto update = run.prepare("UPDATE OR REPLACE " + table.name + " SET " + column + " = ?1" +
                                    where + std::to_string(row) + " RETURNING " + table.key);
    if (!update) return;
    sqlite3_value* old = sqlite3_column_value(select.get(), 0);
    const int type = sqlite3_value_type(old);
    if (type == SQLITE_INTEGER)
        bind_changed_integer(update.get(), sqlite3_value_int64(old), random);
    else if (type == SQLITE_TEXT || type == SQLITE_BLOB)
        bind_changed_bytes(update.get(), old, type == SQLITE_TEXT);
    else
        bind_changed_real(update.get(), random);
    if (sqlite3_step(update.get()) == SQLITE_ROW) row = sqlite3_column_int64(update.get(), 0);
    while (sqlite3_step(update.get()) == SQLITE_ROW) {
    }
    if (random() % 8 != 0) sign(run, table, row);
}

void change_rows(const InMemory& run, Random& random) {
    const Table& table = some_table(random);
    const auto& [name, key, columns, covered] = table;
    const std::string row = std::to_string(some_row(run, table, random));
    if (random() % 2)
        run.execute("DELETE FROM " + name + " WHERE " + key + " = " + row);
    else
        run.execute("UPDATE OR REPLACE " + name + " SET " + key + " = " + key + " + 1 WHERE " +
                    key + " >= " + row);
}

// Stores a value of another type. The table must lose STRICT for that and gets it back afterwards,
// so the schema then contradicts the value.
void change_type(const InMemory& run, Random& random) {
    const Table& table = some_table(random);
    constexpr const char* kOther[] = {"NULL", "'text'", "x'00'", "1.5", "7", "zeroblob(5000)"};
    const std::string& name = table.name;
    run.execute("CREATE TEMP TABLE known AS SELECT name, sql FROM sqlite_master");
    run.execute("PRAGMA writable_schema = ON");
    run.execute(
        "UPDATE sqlite_master SET sql = replace(replace(sql, ' STRICT', ''), 'NOT NULL', '') "
        "WHERE name = '" +
        name + "'");
    run.execute("PRAGMA writable_schema = RESET");
    run.execute("UPDATE OR IGNORE " + name + " SET " + one_of(table.columns, random) + " = " +
                one_of(kOther, random));
    run.execute("PRAGMA writable_schema = ON");
    run.execute(
        "UPDATE sqlite_master SET sql = (SELECT sql FROM known WHERE known.name = "
        "sqlite_master.name) "
        "WHERE name = '" +
        name + "'");
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    Random random(seed + 1);
    for (int i = 0; i < 3; ++i) random();  // the first numbers resemble the seed
    if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
    const InMemory run(data, size);
    if (!run.opened()) return LLVMFuzzerMutate(data, size, max_size);
    const unsigned kind = random() % 16;
    if (kind == 0)
        run.execute(one_of(kPlanted, random));
    else if (kind == 1)
        change_type(run, random);
    else if (kind < 4)
        change_rows(run, random);
    else
        change_value(run, random);
    const std::size_t changed = run.write_to(data, max_size);
    return changed != 0 ? changed : LLVMFuzzerMutate(data, size, max_size);
}
