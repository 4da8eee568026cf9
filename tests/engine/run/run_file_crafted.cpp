// Tests that runs crafted to harm whoever opens or reads them are refused.
#include "engine/run/run_file.h"
#include "tests/support/altered_runs.h"
#include "tests/support/mosaics.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

std::string refusal_to_read(const fs::path& path) {
    return refusal_to(path, [](const RunFile& run) {
        run.target();
        run.source();
        for (const Keyframe& keyframe : run.keyframes()) run.parameters_at(keyframe.step);
        for (std::size_t i = 0; i < run.mosaic_tiles().size(); ++i) run.mosaic_parameters(i);
        run.state();
    });
}

std::string refusal_after(const std::string& statements) {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    sql(folder / "a.redraw", statements);
    return refusal_to_read(folder / "a.redraw");
}

std::string not_ours(const std::string& name) {
    return "Cannot open a.redraw: it holds \"" + name + "\", which is not part of a Redraw run";
}

// Returns an inner page of a SQLite table's tree, whose children are all the page `child`.
std::string inner_page(std::size_t size, std::size_t header, std::uint32_t child) {
    std::string page(size, '\0');
    const std::size_t cells =
        (size - header - 12) / 7;  // a cell takes 2 bytes of pointer and 5 of content
    put_number(page, header, 5, 1);
    put_number(page, header + 3, std::uint32_t(cells), 2);
    put_number(page, header + 5, std::uint32_t(size - 5 * cells), 2);
    put_number(page, header + 8, child);
    for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t cell = size - 5 * (i + 1);
        put_number(page, header + 12 + 2 * i, std::uint32_t(cell), 2);
        put_number(page, cell, child);
        put_number(page, cell + 4, 100, 1);
    }
    return page;
}

}  // namespace

TEST_CASE("whatever is not one of the tables of its format, word for word, is refused by name") {
    const std::string loosened =
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, ";
    const std::string table = "DROP TABLE event; CREATE TABLE event (id INTEGER PRIMARY KEY, step ";
    for (const auto& [statements, name] : std::vector<std::pair<std::string, std::string>>{
             {"CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM keyframe; END", "evil"},
             {"DROP TABLE metric; CREATE VIEW metric AS SELECT 1 AS step, 1.0 AS loss, 1.0 AS "
              "psnr, "
              "1.0 AS learning_rate, 1.0 AS seconds, 1 AS checksum",
              "metric"},
             {table + "INTEGER AS (1) STORED, kind TEXT AS (hex(zeroblob(100000000))), checksum "
                      "INTEGER NOT NULL) STRICT",
              "event"},
             {table + "INTEGER NOT NULL, text TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, "
                      "WITHOUT ROWID",
              "event"},
             {"ALTER TABLE event ADD COLUMN more TEXT AS (name)", "event"},
             {"ALTER TABLE event ADD COLUMN more TEXT", "event"},
             {loosened + "' NOT NULL', '') WHERE name = 'event'", "event"},
             {"CREATE TABLE more (a)", "more"},
             {"CREATE INDEX i ON metric (loss)", "i"},
             {"PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', "
              "'sqlite_stat1', 'sqlite_stat1', 2, 'CREATE TABLE sqlite_stat1 (tbl, idx, stat AS "
              "(hex(zeroblob(1000000))))')",
              "sqlite_stat1"}}) {
        const std::string altered = statements;
        CAPTURE(altered);
        CHECK(refusal_after(altered) == not_ours(name));
    }
    const std::string schema = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET ";
    for (const std::string& statements : std::vector<std::string>{
             "CREATE VIRTUAL TABLE words USING fts5(word)", "ANALYZE", loosened + "' STRICT', '')",
             schema + "sql = 'nonsense' WHERE name = 'metric'", schema + "rootpage = 3"}) {
        CAPTURE(statements);
        CHECK(refusal_after(statements) != "");
    }
    // Accepts a run that another tool has switched to WAL or vacuumed.
    CHECK(refusal_after("PRAGMA journal_mode = WAL") == "");
    CHECK(refusal_after("VACUUM") == "");
}

TEST_CASE_FIXTURE(RunInFolder, "a value of another type is refused in every column") {
    const std::vector<std::pair<std::string, std::vector<std::string>>> tables = {
        {"run",
         {"config", "picture_name", "width", "height", "channels", "keyframe_budget", "writer",
          "request", "checksum"}},
        {"target", {"png", "checksum"}},
        {"source", {"png", "checksum"}},
        {"metric", {"loss", "psnr", "learning_rate", "seconds", "checksum"}},
        {"measured", {"psnr", "seconds", "whole", "checksum"}},
        {"keyframe", {"psnr", "parameters_checksum", "checksum", "base", "parameters"}},
        {"event", {"step", "kind", "failed_step", "lr_max", "name", "checksum"}},
        {"state",
         {"step", "optimizer_step", "seconds", "checksum", "parameters", "first_moment",
          "second_moment"}},
        {"mosaic",
         {"width", "tile_width", "overlap_across", "height", "tile_height", "overlap_down",
          "seconds", "config", "checksum"}},
        {"mosaic_tile",
         {"tile", "steps", "seconds", "psnr", "parameters_checksum", "checksum", "parameters"}},
    };
    whole_run(folder / "whole");
    {
        RunFile run = RunFile::open(folder / "whole");
        run.plan_mosaic(redraw_test::small_mosaic());
        run.begin_mosaic();
        const std::size_t count = run.mosaic()->tile_parameters(run.channels());
        run.add_mosaic_tile({.tile = 0, .steps = 5, .seconds = 1, .psnr = 20},
                            std::vector<float>(count, 0.1f));
        run.commit();
    }
    const std::string whole = contents(folder / "whole");
    for (const auto& [name, columns] : tables) {
        const std::string table = name;
        for (const std::string& column : columns) {
            for (const std::string value : {"NULL", "'text'", "x'00'", "2.5", "-7"}) {
                INFO(table << '.' << column << " = " << value);
                write(path, whole);
                // Drops STRICT, so that the column takes the value, and then restores the schema.
                sql(path,
                    "PRAGMA writable_schema = ON; CREATE TEMP TABLE known AS SELECT name, sql FROM "
                    "main.sqlite_master; UPDATE sqlite_master SET sql = replace(replace(sql, ' "
                    "STRICT', ''), 'NOT NULL', ''); PRAGMA writable_schema = RESET; UPDATE " +
                        table + " SET " + column + " = " + value +
                        "; PRAGMA writable_schema = ON; UPDATE main.sqlite_master SET sql = "
                        "(SELECT sql FROM known WHERE known.name = sqlite_master.name)");
                CHECK(refusal_to_read(path) == kDamaged);
            }
        }
    }
}

// Found by the fuzzer: a page of the schema with a row that claims an impossible size.
TEST_CASE_FIXTURE(RunInFolder, "a damaged schema that SQLite calls a lack of memory is refused") {
    const std::pair<std::size_t, std::vector<int>> kBytes[] = {
        {15, {0, 2, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 16, 0, 0, 0, 23}},
        {27, {16}},
        {31, {23}},
        {43, {9}},
        {47, {4}},
        {59, {1}},
        {63, {1}},
        {68, {82, 100, 114, 119}},
        {95, {16, 0, 46, 99, 1, 5}},
        {104, {3, 1}},
        {112, {1, 251, 1, 246, 1, 241}},
        {505, {6}},
        {510, {4, 2}},
        {1536, {13}},
        {1540, {2}},
        {1545, {230, 0, 106}},
        {2560, {13}},
        {2564, {3}},
        {2568, {1, 132, 0, 224, 0, 35}},
        {2948, {255, 255, 255, 255, 255, 255, 101, 112, 32, 73}}};
    std::string bytes(11895, '\0');
    bytes.replace(0, 15, "SQLite format 3");
    for (const auto& [at, values] : kBytes)
        for (std::size_t i = 0; i < values.size(); ++i) bytes[at + i] = char(values[i]);
    write(path, bytes);
    // SQLite versions notice this damage at different times, so the first words may differ.
    CHECK(refusal_to_read(path).find("a.redraw: it is damaged") != std::string::npos);
}

TEST_CASE("values larger than any of ours are refused before there is memory for them") {
    for (const std::string text :
         {"event SET name", "run SET config", "run SET request", "run SET picture_name"})
        CHECK(refusal_after("UPDATE " + text + " = CAST(zeroblob(3000000) AS TEXT)") == kDamaged);
    for (const std::string blob :
         {"keyframe SET parameters", "state SET second_moment", "target SET png"})
        CHECK(refusal_after("UPDATE " + blob + " = zeroblob(3000000)") == kDamaged);
}

TEST_CASE("rows that do not fit their checksum, their range or the network are refused") {
    for (const char* statement : {
             "UPDATE metric SET loss = 0.25 WHERE step = 3",
             "UPDATE metric SET psnr = 1e300 WHERE step = 3",
             "UPDATE measured SET psnr = 99",
             "UPDATE measured SET whole = 0",
             "INSERT INTO measured VALUES (5, -1, 0, 1, 0)",
             "UPDATE metric SET step = -3 WHERE step = 3",
             "UPDATE keyframe SET psnr = 1 WHERE step = 3",
             "UPDATE keyframe SET step = 13 WHERE step = 3",
             "UPDATE keyframe SET parameters = zeroblob(length(parameters))",
             "UPDATE state SET step = 11",
             "UPDATE state SET seconds = 3.0",
             "UPDATE state SET second_moment = x''",
             "UPDATE event SET name = 'other'",
             "UPDATE target SET png = x''",
             "DELETE FROM target",
             "DELETE FROM run",
             "DROP TABLE event",
             "UPDATE run SET width = 10",
             "UPDATE run SET config = '{}'",
             "UPDATE run SET keyframe_budget = -1",
         }) {
        CAPTURE(statement);
        CHECK(refusal_after(statement) == kDamaged);
    }
}

TEST_CASE("a run of another format, or of another make, says so") {
    for (const auto& [statement, said] : {
             std::pair{"PRAGMA user_version = 5",
                       "it is a run of format 5, which needs a newer version of Redraw"},
             {"PRAGMA application_id = 7", "it is not a Redraw run"},
         })
        CHECK(refusal_after(statement).ends_with(std::string("a.redraw: ") + said));
}

TEST_CASE_FIXTURE(RunInFolder, "a schema without end, of a few pages, is refused") {
    // The schema is a tree: below its root 16 levels in which all children of a page are the same
    // page. They end in a page that repeats an index: more rows than could ever be read.
    sql(path,
        "PRAGMA page_size = 512; PRAGMA application_id = 1382314615; PRAGMA user_version = 4;"
        "CREATE TABLE t (a UNIQUE)");
    std::string bytes = contents(path);
    REQUIRE(bytes.size() == 3 * 512);
    const std::string first = bytes.substr(0, 512);
    // Page 4 has the schema's rows without the file's header, page 5 only the row of the index.
    std::string rows(512, '\0');
    rows.replace(0, 12, first.substr(100, 12));
    rows.replace(112, 400, first.substr(112));
    std::string index = rows;
    put_number(index, 3, 1, 2);
    index.replace(8, 2, index.substr(10, 2));
    bytes += rows + index;
    constexpr std::uint32_t kLevels = 16;
    for (std::uint32_t level = 0; level < kLevels; ++level)
        bytes += inner_page(512, 0, level == 0 ? 5 : 5 + level);
    bytes.replace(100, 412, inner_page(512, 100, 5 + kLevels).substr(100));
    put_number(bytes, 507, 4);  // the root's first child is page 4, with the table
    put_number(bytes, 28, 5 + kLevels);
    write(path, bytes);
    CHECK(refusal_to_read(path) == kDamaged);
}
