// Files that somebody else made or something else broke: refused with a sentence, or exactly what
// was written; never a crash, never wrong numbers.
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "tests/support/altered_runs.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cmath>
#include <string>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Whether everything it holds is what was written; throws Error where it says so itself.
bool holds_exactly(const fs::path& path, RunFile::Access access) {
    const RunFile run = RunFile::open(path, access);
    bool same = run.config() == small_config() && run.picture_name() == "lion.png" &&
                run.keyframe_budget() == 16'000'000 && run.target() == small_target() &&
                run.source() == small_target(3) &&
                run.events() == std::vector<Event>{{0, EventKind::started}};
    same = same && run.metrics().size() == 12 && run.keyframes().size() == 12;
    for (const Metric& metric : run.metrics()) same = same && metric == metric_of(metric.step);
    for (const Keyframe& keyframe : run.keyframes())
        same = same && keyframe.batch_psnr == metric_of(keyframe.step).batch_psnr &&
               run.parameters_at(keyframe.step) == parameters_of(keyframe.step, small_count());
    return same && run.state() == state_of(12) && run.seconds() == 1.5;
}

// The sentence a run is refused with after SQL that its format does not know of.
std::string refusal_of_foreign_sql(const std::string& statements) {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    sql(folder / "a.redraw", statements);
    for (const auto access : {RunFile::Access::read_only, RunFile::Access::read_write}) {
        try {
            const bool whole = holds_exactly(folder / "a.redraw", access);
            CHECK(whole);
        } catch (const Error& error) {
            if (access == RunFile::Access::read_write) return error.what();
        }
    }
    return "";
}

}  // namespace

TEST_CASE("a file cut off anywhere is refused") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    const std::string whole = contents(folder / "a.redraw");
    const fs::path cut = folder / "cut.redraw";
    std::vector<std::size_t> lengths;
    for (std::size_t length = 0; length < whole.size(); length += 1021) lengths.push_back(length);
    for (std::size_t length = 0; length < 110; length += 9) lengths.push_back(length);
    for (std::size_t page = 8192; page < whole.size(); page += 8192) {
        lengths.push_back(page);
        lengths.push_back(page - 1);
    }
    for (const std::size_t length : lengths) {
        CAPTURE(length);
        for (const auto access : {RunFile::Access::read_only, RunFile::Access::read_write}) {
            write(cut, whole.substr(0, length));
            REQUIRE_THROWS_AS(holds_exactly(cut, access), Error);
        }
    }
}

TEST_CASE("a flipped bit is refused, or was in no number of ours") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    const std::string whole = contents(folder / "a.redraw");
    const fs::path flipped = folder / "flipped.redraw";
    int refused = 0, harmless = 0;
    for (std::size_t i = 0; i < whole.size(); i += i < 200 ? 1 : 64) {
        for (const int bit : {int(i / 64) % 8, 7}) {
            CAPTURE(i);
            CAPTURE(bit);
            std::string bytes = whole;
            bytes[i] = char(bytes[i] ^ (1 << bit));
            write(flipped, bytes);
            try {
                const bool same = holds_exactly(
                    flipped, i % 128 ? RunFile::Access::read_only : RunFile::Access::read_write);
                REQUIRE(same);
                ++harmless;
            } catch (const Error&) {
                ++refused;
            }
            fs::remove(folder / "flipped.redraw-journal");
            fs::remove(folder / "flipped.redraw-wal");
            fs::remove(folder / "flipped.redraw-shm");
        }
    }
    MESSAGE(refused << " flipped bits refused, " << harmless << " in unused space");
    CHECK(refused > 50);
}

TEST_CASE("what is not a run is told so") {
    const TemporaryFolder folder;
    const auto sentence = [&](const std::string& name) -> std::string {
        std::string read_write, read_only;
        try {
            RunFile::open(folder / name);
        } catch (const Error& error) {
            read_write = error.what();
        }
        try {
            RunFile::open(folder / name, RunFile::Access::read_only);
        } catch (const Error& error) {
            read_only = error.what();
        }
        CHECK(read_only == read_write);
        return read_write;
    };
    write(folder / "empty", "");
    write(folder / "text", "hello");
    write(folder / "header", "SQLite format 3" + std::string(5000, '\0'));
    sql(folder / "other", "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    fs::create_directory(folder / "folder");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const char* name : {"empty", "text", "header", "other"})
        CHECK(sentence(name) == std::string("Cannot open ") + name + ": it is not a Redraw run");
    CHECK(sentence("folder") == "Cannot open folder: it is a folder");
    CHECK(sentence("pipe") == "Cannot open pipe: it is not a regular file");
    CHECK(sentence("missing") == "Cannot open " + (folder / "missing").string() + ": no such file");
    CHECK(contents(folder / "empty") == "");
}

TEST_CASE("a run of a newer Redraw, or of another make, says so") {
    CHECK(refusal_of_foreign_sql("PRAGMA user_version = 4") ==
          "Cannot open a.redraw: it was made by a newer Redraw (format 4; this one reads up to 3)");
    CHECK(refusal_of_foreign_sql("PRAGMA user_version = 2") ==
          "Cannot open a.redraw: it holds \"measured\", which is not part of a Redraw run");
    CHECK(refusal_of_foreign_sql("PRAGMA user_version = 1").find("format 1") != std::string::npos);
    CHECK(refusal_of_foreign_sql("PRAGMA user_version = 0") ==
          "Cannot read a.redraw: it is damaged");
    CHECK(refusal_of_foreign_sql("PRAGMA application_id = 7") ==
          "Cannot open a.redraw: it is not a Redraw run");
}

TEST_CASE("nothing that a hostile schema plants is honoured") {
    CHECK(refusal_of_foreign_sql(
              "CREATE TRIGGER evil BEFORE INSERT ON metric BEGIN DELETE FROM keyframe; "
              "END") ==
          "Cannot open a.redraw: it holds \"evil\", which is not part of a Redraw run");
    CHECK(refusal_of_foreign_sql(
              "DROP TABLE metric; CREATE VIEW metric AS SELECT 1 AS step, 1.0 AS loss, "
              "1.0 AS psnr, 1.0 AS learning_rate, 1.0 AS seconds, 1 AS checksum") != "");
    CHECK(refusal_of_foreign_sql("CREATE INDEX i ON metric (loss)") != "");
    CHECK(refusal_of_foreign_sql("CREATE TABLE more (a)") != "");
    CHECK(refusal_of_foreign_sql("DROP TABLE event") == "Cannot read a.redraw: it is damaged");
    CHECK(refusal_of_foreign_sql("ALTER TABLE event ADD COLUMN more TEXT") != "");
    CHECK(refusal_of_foreign_sql(
              "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'nonsense' "
              "WHERE name = 'metric'") != "");
    CHECK(refusal_of_foreign_sql(
              "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3") != "");
    // Switched to another journal by somebody's tool, it is still a run.
    CHECK(refusal_of_foreign_sql("PRAGMA journal_mode = WAL") == "");
    CHECK(refusal_of_foreign_sql("VACUUM") == "");
}

TEST_CASE("rows that do not fit their checksum, their range or the network are refused") {
    const std::string damaged = "Cannot read a.redraw: it is damaged";
    CHECK(refusal_of_foreign_sql("UPDATE metric SET loss = 0.25 WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE metric SET psnr = 1e300 WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE measured SET psnr = 99") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE measured SET whole = 0") == damaged);
    CHECK(refusal_of_foreign_sql("INSERT INTO measured VALUES (5, -1, 0, 1, 0)") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE metric SET step = -3 WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE metric SET seconds = NULL WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE keyframe SET psnr = 1 WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE keyframe SET step = 13 WHERE step = 3") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE keyframe SET parameters = x'00' WHERE step = 3") ==
          damaged);
    CHECK(refusal_of_foreign_sql("UPDATE keyframe SET parameters = zeroblob(length(parameters))") ==
          damaged);
    CHECK(refusal_of_foreign_sql("UPDATE state SET step = 11") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE state SET seconds = 3.0") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE state SET second_moment = x''") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE event SET name = 'other'") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE target SET png = x''") == damaged);
    CHECK(refusal_of_foreign_sql("DELETE FROM target") == damaged);
    CHECK(refusal_of_foreign_sql("DELETE FROM run") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE run SET width = 10") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE run SET config = '{}'") == damaged);
    CHECK(refusal_of_foreign_sql("UPDATE run SET keyframe_budget = -1") == damaged);
}

TEST_CASE("a state without a second moment has its checksum too") {
    const TemporaryFolder folder;
    const fs::path path = folder / "sgd.redraw";
    Config config = small_config();
    config.optimizer.kind = Optimizer::sgd;
    const State state = fresh_state(parameters_of(4, small_count()), Optimizer::sgd, 4);
    {
        RunFile run = RunFile::create(path, config, small_target(), "p");
        run.set_state(state, 1);
        run.commit();
    }
    CHECK(RunFile::open(path).state() == state);
    sql(path, "UPDATE state SET step = 5");
    const RunFile run = RunFile::open(path);
    CHECK_THROWS_AS(run.state(), Error);
}
