// Tests that damaged files are refused or read exactly, and that impossible values are refused
// although their checksums are correct.
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"
#include "engine/text/display_name.h"
#include "tests/support/altered_runs.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <sys/stat.h>
#include <tuple>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Returns true if the run holds exactly what whole_run() wrote; throws Error if it is refused.
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

// Replaces the run's event by one with these values and a correct checksum.
void forge_event(const fs::path& path, std::string_view kind, std::int64_t failed_step,
                 double lr_max, const std::string& name) {
    const std::string_view text = name;
    const std::int64_t id = 1, step = 0;
    Database database(path, Database::Mode::read_write);
    Statement(database,
              "UPDATE event SET kind = ?, failed_step = ?, lr_max = ?, name = ?, checksum = ?")
        .run(kind, failed_step, lr_max, text,
             Checksum(id, step, kind, failed_step, lr_max, text).value());
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "a file cut off anywhere is refused") {
    whole_run(path);
    const std::string whole = contents(path);
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

TEST_CASE_FIXTURE(RunInFolder, "a flipped bit is refused, or was in no number of ours") {
    whole_run(path);
    const std::string whole = contents(path);
    const fs::path flipped = folder / "flipped.redraw";
    int refused = 0, harmless = 0;
    for (std::size_t i = 0; i < whole.size(); i += i < 200 ? 1 : 64) {
        for (const int bit : {int(i / 64) % 8, 7}) {
            INFO(i << ' ' << bit);
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

TEST_CASE_FIXTURE(RunInFolder, "what is not a run is told so") {
    write(folder / "empty", "");
    write(folder / "text", "hello");
    write(folder / "header", "SQLite format 3" + std::string(5000, '\0'));
    sql(folder / "other", "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    fs::create_directory(folder / "folder");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const char* name : {"empty", "text", "header", "other"})
        CHECK(refusal_to_open(folder / name).ends_with(": it is not a Redraw run"));
    CHECK(refusal_to_open(folder / "folder") == "Cannot open folder: it is a folder");
    CHECK(refusal_to_open(folder / "pipe") == "Cannot open pipe: it is not a regular file");
    CHECK(refusal_to_open(folder / "missing") ==
          "Cannot open " + (folder / "missing").string() + ": no such file");
    CHECK(contents(folder / "empty") == "");
}

TEST_CASE_FIXTURE(RunInFolder, "a state without a second moment has its checksum too") {
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

TEST_CASE_FIXTURE(RunInFolder, "names and events from a run can be shown in a terminal") {
    whole_run(path);
    forge_event(path, "branched", 0, 0, "\x1B[2J\xFF\n");
    const RunFile run = RunFile::open(path);
    CHECK(run.events().front().name == "\\x1B[2J\\xFF\\x0A");
    CHECK(text_of(run.events().front()) == "branched from \\x1B[2J\\xFF\\x0A");
}

TEST_CASE_FIXTURE(RunInFolder, "an event of no kind of ours is refused, signed or not") {
    whole_run(path);
    const auto refused = [&](const char* kind, std::int64_t failed, double rate, const char* name) {
        forge_event(path, kind, failed, rate, name);
        return refusal_to_open(path) == kDamaged;
    };
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK_FALSE(refused("started", 0, 0, ""));
    CHECK_FALSE(refused("rolled_back", 120, 1e-3, ""));
    CHECK_FALSE(refused("device_left", 120, 0, "the CPU"));
    CHECK_FALSE(refused("other", 0, 0, ""));
    CHECK_FALSE(refused("other", 0, 0, "bookmark"));
    CHECK_FALSE(refused("other", 0, 0, "bookmark "));
    for (const char* kind : {"", "Started", "started ", "no such", "bookmarked", "bookmark_removed",
                             "DROP TABLE event"})
        CHECK(refused(kind, 0, 0, ""));
    for (const auto& [kind, failed, rate, name] :
         std::vector<std::tuple<const char*, std::int64_t, double, const char*>>{
             {"started", 1, 0, ""},
             {"started", 0, 1e-3, ""},
             {"started", 0, 0, "name"},
             {"rolled_back", -1, 1e-3, ""},
             {"rolled_back", std::int64_t(1) << 61, 1e-3, ""},
             {"rolled_back", 120, -1e-3, ""},
             {"rolled_back", 120, infinite, ""},
             {"rolled_back", 120, 1e-3, "name"},
             {"branched", 1, 0, "name"},
             {"device_left", 1, 1e-3, "name"}})
        CHECK(refused(kind, failed, rate, name));
}

TEST_CASE_FIXTURE(RunInFolder, "a request of no or another configuration is refused, signed too") {
    whole_run(path);
    const std::string config = to_json(small_config());
    const auto refusal_of = [&](const std::string& request) {
        set_in_run(path, "request", std::string_view(request));
        return refusal_to_open(path);
    };
    const auto with = [](auto change) {
        Config request = small_config();
        change(request);
        return to_json(request);
    };
    CHECK(refusal_of(config) == "");
    CHECK(refusal_of(with([](Config& c) { c.network.first_omega = 0; })) == "");
    CHECK(RunFile::open(path).request().network.first_omega == 0);
    CHECK(refusal_of(with([](Config& c) { c.network.pixel = PixelModel::automatic; })) == "");
    CHECK(RunFile::open(path).config() == small_config());
    for (const std::string& other :
         {with([](Config& c) { c.network.first_omega = 31; }),
          with([](Config& c) { c.network.layers = {6}; }),
          with([](Config& c) { c.schedule.epochs = 3; }), with([](Config& c) { c.seed = 2; })})
        CHECK(refusal_of(other) == kDamaged);
    for (const std::string& request :
         {std::string(), std::string("{"), std::string("[]"), std::string("{\"networks\": 1}"),
          std::string(100, '['), "{\"preset\": \"" + std::string(2000, 'x') + "\"}",
          with([](Config& c) { c.schedule.lr_max = -1; })}) {
        CAPTURE(request);
        CHECK(
            refusal_of(request).starts_with("Cannot open a.redraw: its configuration is wrong ("));
    }
}

TEST_CASE_FIXTURE(RunInFolder, "numbers that no training makes are refused, signed or not") {
    whole_run(path);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const auto refused_metric = [&](auto change) {
        Metric metric = metric_of(5);
        change(metric);
        {
            Database database(path, Database::Mode::read_write);
            write_metric(database, metric);
        }
        return refusal_to_open(path) == kDamaged;
    };
    CHECK(refused_metric([](Metric& m) { m.loss = float(-kInfinite); }));
    CHECK(refused_metric([](Metric& m) { m.learning_rate = float(kInfinite); }));
    for (const double seconds : {-1.0, 1e300, kInfinite})
        CHECK(refused_metric([&](Metric& m) { m.seconds = seconds; }));
    // Accepts infinity for the PSNR of an exact batch, and for a loss that is too large.
    CHECK_FALSE(refused_metric([](Metric& m) { m.batch_psnr = float(kInfinite); }));
    CHECK_FALSE(refused_metric([](Metric& m) { m.loss = float(kInfinite); }));

    const auto refused_state = [&](auto change) {
        SavedState saved{state_of(12), 1.5};
        change(saved);
        {
            Database database(path, Database::Mode::read_write);
            write_state(database, saved.state, saved.seconds);
        }
        return refusal_to(path, [](const RunFile& run) { run.state(); }) == kDamaged;
    };
    CHECK_FALSE(refused_state([](SavedState&) {}));
    CHECK_FALSE(refused_state([](SavedState& s) { s.state.optimizer_step = 0; }));
    CHECK(refused_state([](SavedState& s) { s.state.optimizer_step = 13; }));
    CHECK(refused_state([](SavedState& s) { s.state.step = std::int64_t(1) << 60; }));
    for (const double seconds : {-1.0, 1e300, kInfinite})
        CHECK(refused_state([&](SavedState& s) { s.seconds = seconds; }));
}

TEST_CASE_FIXTURE(RunInFolder, "a run ends at the last step that a file may hold") {
    RunFile run = small_run(path);
    run.set_state(state_of(RunFile::kLastStep), 1);
    run.commit();
    CHECK_THROWS_AS(run.set_state(state_of(RunFile::kLastStep + 1), 1), Error);
    CHECK(reading(path).state_step() == RunFile::kLastStep);
}

TEST_CASE_FIXTURE(RunInFolder, "names longer than a file's are cut off") {
    whole_run(path);
    const std::string escaped_once(255, '\xFF'), endless(1'000'000, 'n');
    for (const std::string& name : {display_name(escaped_once), endless}) {
        {
            Database database(path, Database::Mode::read_write);
            RunHeader header = read_header(database);
            header.picture_name = name;
            write_header(database, header);
        }
        forge_event(path, "branched", 0, 0, name);
        const RunFile run = reading(path);
        CHECK(run.picture_name().size() == 4 * 255);
        CHECK(run.events().front().name == run.picture_name());
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a stored picture of another shape is found, and not packed") {
    for (int RunHeader::*side : {&RunHeader::width, &RunHeader::height}) {
        fs::remove(path);
        whole_run(path);
        {
            Database database(path, Database::Mode::read_write);
            RunHeader header = read_header(database);
            ++(header.*side);
            write_header(database, header);
        }
        const RunFile run = reading(path);
        CHECK_THROWS_AS(run.target(), Error);
        CHECK_THROWS_AS(run.check_pictures(), Error);
        CHECK_THROWS_AS(run.pack_to(folder / "packed.redraw"), Error);
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a stored picture that cannot be decoded is found, and not packed") {
    for (const char* table : {"target", "source"}) {
        fs::remove(path);
        whole_run(path);
        CHECK_NOTHROW(reading(path).check_pictures());
        {
            Database database(path, Database::Mode::read_write);
            std::vector<std::byte> png = *read_png(database, table);
            png[png.size() / 2] ^= std::byte{0x55};
            write_png(database, table, png);
        }
        const RunFile run = reading(path);
        CHECK_THROWS_AS(run.check_pictures(), Error);
        CHECK_THROWS_AS(run.pack_to(folder / "packed.redraw"), Error);
        CHECK_FALSE(fs::exists(folder / "packed.redraw"));
    }
}
