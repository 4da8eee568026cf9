// Runs of the first format are viewed, trained and exported as they were, and stay of it.
//
// format_1.redraw.gz was made by the last program that knew no other (commit 0d67e56), with
// REDRAW_INSTRUCTION_SET=scalar, of a gray picture of 8 x 8 pixels:
//   redraw fit p.png -o a.redraw --layers 4,4 --activation relu --pixel point --epochs 30
//     --lr-max 0.03 --warmup 5 --seed 5 --backend cpu --threads 1 --train-size original
//     --channels gray
//   redraw resume a.redraw --epochs 40 --backend cpu --threads 1
//   gzip -9n a.redraw
// and what is expected of it is what that program made of it:
//   redraw export a.redraw -o a.bmp --size 24 --backend cpu
//   redraw export a.redraw -o a20.bmp --size 8 --at 20 --backend cpu
//   redraw resume a.redraw --epochs 60 --backend cpu --threads 1
#include "engine/data/dataset.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/run/checksum.h"
#include "engine/run/event.h"
#include "engine/run/run_schema.h"
#include "engine/training/trainer.h"
#include "tests/support/altered_runs.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <zlib.h>

#include <fstream>
#include <string>
#include <vector>

using namespace redraw;
using run_samples::contents;
namespace fs = std::filesystem;

namespace {

const BackendOptions kScalar{
    .kind = BackendKind::cpu, .instruction_set = InstructionSet::scalar, .threads = 1};

fs::path unpacked(const TemporaryFolder& folder) {
    const fs::path path = folder / "a.redraw";
    std::ofstream file(path, std::ios::binary);
    gzFile packed = gzopen(REDRAW_SOURCE_DIR "/tests/run/format_1.redraw.gz", "rb");
    REQUIRE(packed != nullptr);
    char bytes[4096];
    for (int count; (count = gzread(packed, bytes, sizeof bytes)) > 0;) file.write(bytes, count);
    gzclose(packed);
    return path;
}

std::int64_t crc(std::string_view bytes) {
    return Checksum().add(bytes).value();
}

std::int64_t state_checksum(const RunFile& run) {
    return Checksum().add(std::as_bytes(std::span(run.state()->parameters))).value();
}

// A line a row, as the file has it.
std::string rows(const fs::path& path, const char* query) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    std::string text;
    const auto add = [](void* to, int columns, char** values, char**) {
        for (int i = 0; i < columns; ++i)
            *static_cast<std::string*>(to) +=
                std::string(values[i]) + (i + 1 < columns ? "|" : "\n");
        return 0;
    };
    CHECK(sqlite3_exec(db, query, add, &text, nullptr) == SQLITE_OK);
    sqlite3_close(db);
    return text;
}

constexpr const char* kEvents = "SELECT * FROM event ORDER BY id";
const std::string kMade =
    "1|0|started|3223947060\n2|30|schedule changed|2345046089\n3|30|resumed|2119396809\n";
const std::vector<Event> kHappened{
    {0, EventKind::started}, {30, EventKind::schedule_changed}, {30, EventKind::resumed}};

Trainer resumed(RunFile run) {
    Trainer trainer(std::move(run), kScalar);
    Schedule schedule = trainer.config().schedule;
    schedule.epochs = 60;
    trainer.set_schedule(schedule);
    while (!trainer.finished()) trainer.advance(7);
    trainer.commit();
    return trainer;
}

}  // namespace

TEST_CASE("a run of format 1 is viewed as it was, and looking changes no byte") {
    const TemporaryFolder folder;
    const fs::path path = unpacked(folder);
    const std::string before = contents(path);
    for (const auto access : {RunFile::Access::read_only, RunFile::Access::read_write}) {
        const RunFile run = RunFile::open(path, access);
        CHECK(run.format() == 1);
        CHECK(run.events() == kHappened);
        CHECK(run.request() == run.config());  // all of it was meant
        CHECK(run.metrics().size() == 40);
        CHECK(run.keyframes().size() == 41);
        CHECK(state_checksum(run) == 0xd884119c);
    }
    CHECK(read_run_summary(path).step == 40);
    CHECK(draw_run(path, 8, kScalar));
    { const Trainer looked_at(RunFile::open(path), kScalar); }
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    for (const auto& [name, size, step, crc_of_file] :
         {std::tuple{"a.bmp", 24, 40, 0xf2e2924d}, std::tuple{"a20.bmp", 8, 20, 0xa217735b}}) {
        const auto backend = make_drawing_backend(kScalar, run, 1);
        PictureExport drawing(*backend, picture_grid(8, 8), 1, *run.parameters_at(step),
                              {folder / name, ImageFormat::bmp, {size, size}, {.tagged = false}});
        while (!drawing.advance()) {
        }
        CHECK(crc(contents(folder / name)) == crc_of_file);
    }
    CHECK(contents(path) == before);
}

TEST_CASE("a run of format 1 goes on bit for bit, in its own words") {
    const TemporaryFolder folder;
    const fs::path path = unpacked(folder);
    const std::string schema = rows(path, "SELECT sql FROM sqlite_schema");
    resumed(RunFile::open(path));
    CHECK(state_checksum(RunFile::open(path)) == 0x8459fbeb);
    CHECK(rows(path, kEvents) ==
          kMade + "4|40|schedule changed|4077474913\n5|40|resumed|2110024336\n");
    CHECK(rows(path, "PRAGMA user_version") == "1\n");
    CHECK(rows(path, "SELECT sql FROM sqlite_schema") == schema);
}

TEST_CASE(
    "a copy of a run of format 1 is of format 1, and so is what is rescued; a branch is not") {
    const TemporaryFolder folder;
    const fs::path path = unpacked(folder);
    const fs::path copy = folder / "copy", rescued = folder / "rescued", branch = folder / "branch";
    {
        RunFile run = RunFile::open(path);
        run.copy_to(copy);
        run.set_state(*run.state(), run.seconds());
        CHECK(run.rescue(rescued, run.target()) == "");
        run.branch(branch, 20);
    }
    CHECK(rows(copy, kEvents) == kMade);
    const RunFile saved = RunFile::open(rescued, RunFile::Access::read_only);
    CHECK(saved.format() == 1);
    CHECK(saved.events().back() == Event{40, EventKind::branched, 0, 0, "a.redraw"});
    CHECK(rows(rescued, kEvents).starts_with(kMade + "4|40|branched from a.redraw|"));
    const RunFile newer = RunFile::open(branch);
    CHECK(newer.format() == kRunFormat);
    CHECK(newer.request() == newer.config());
    CHECK(newer.events() ==
          std::vector<Event>{{0, EventKind::started}, {20, EventKind::branched, 0, 0, "a.redraw"}});
    CHECK(state_checksum(resumed(RunFile::open(copy)).run()) == 0x8459fbeb);
    CHECK(state_checksum(resumed(RunFile::open(rescued)).run()) == 0x8459fbeb);
}

TEST_CASE("packed, a run of format 1 is the same run in the newest one, and stays what it is") {
    const TemporaryFolder folder;
    const fs::path path = unpacked(folder), packed = folder / "packed";
    const std::string before = contents(path);
    const RunFile old = RunFile::open(path, RunFile::Access::read_only);
    old.pack_to(packed);
    CHECK_THROWS_AS(old.pack_to(packed), Error);
    {
        const RunFile run = RunFile::open(packed);
        CHECK(run.format() == kRunFormat);
        CHECK(run.events() == kHappened);
        CHECK(run.metrics() == old.metrics());
        REQUIRE(run.keyframes().size() == old.keyframes().size());
        for (const Keyframe& keyframe : old.keyframes())
            CHECK(run.parameters_at(keyframe.step) == old.parameters_at(keyframe.step));
        CHECK(run.state() == old.state());
        CHECK(run.seconds() == old.seconds());
        CHECK(run.target() == old.target());
    }
    CHECK(state_checksum(resumed(RunFile::open(packed)).run()) == 0x8459fbeb);
    CHECK(contents(path) == before);
}

TEST_CASE("the words of format 1 are read, and what has other words keeps them") {
    const std::vector<std::pair<Event, std::string>> told{
        {{3, EventKind::started}, "started"},
        {{3, EventKind::imported}, "imported from iron_learn"},
        {{3, EventKind::resumed}, "resumed"},
        {{3, EventKind::schedule_changed}, "schedule changed"},
        {{3, EventKind::cool_down}, "cool-down"},
        {{3, EventKind::kept}, "kept like this"},
        {{3, EventKind::let_go}, "no longer kept like this"},
        {{3, EventKind::branched, 0, 0, "a b.redraw"}, "branched from a b.redraw"},
        {{3, EventKind::rolled_back, 1240, 2.5e-4},
         "diverged at step 1240, went back, rate max halved to 0.00025"},
        {{3, EventKind::device_left, 7, 0, "CPU, 2 threads"},
         "the GPU failed after step 7, went on on CPU, 2 threads"},
    };
    for (const auto& [event, text] : told) {
        CHECK(text_of(event) == text);
        CHECK(is_possible(event));
        CHECK(event_in_words(3, text) == event);
    }
    for (const std::string text :
         {"", "Started", "started ", "resume", "diverged at step many",
          "diverged at step 5, went back, rate max halved to nan",
          "diverged at step 5, went back, rate max halved to 1e400",
          "diverged at step 5, went back, rate max halved to 0.10",
          "diverged at step -5, went back, rate max halved to 0.1",
          "diverged at step 5, went back, rate max halved to -1",
          "diverged at step 99999999999999999999, went back, rate max halved to 0.1",
          "the GPU failed after step 5, went on", "the GPU failed after step 05, went on on x",
          "the GPU failed after step 5, went on on", "went back %n%s"}) {
        CAPTURE(text);
        const Event event = event_in_words(3, text);
        CHECK(event == Event{3, EventKind::other, 0, 0, text});
        CHECK(text_of(event) == text);
    }
}

TEST_CASE("a format that does not fit the tables is refused, whichever of the two it claims") {
    const TemporaryFolder folder;
    const fs::path path = unpacked(folder);
    run_samples::sql(path, "PRAGMA user_version = 2");
    CHECK_THROWS_WITH_AS(RunFile::open(path), doctest::Contains("is not part of a Redraw run"),
                         Error);
}
