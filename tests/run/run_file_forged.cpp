// Runs that lie, with the right checksums: what lies behind those refuses them.
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/run/checksum.h"
#include "engine/run/run_file.h"
#include "engine/run/run_schema.h"
#include "engine/run/run_tables.h"
#include "engine/text/display_name.h"
#include "tests/support/altered_runs.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// The sentence a reader gets, which a writer gets too; empty when it can be read.
std::string refusal_to_open(const fs::path& path) {
    std::string sentences[2];
    for (const bool writing : {false, true}) {
        try {
            RunFile::open(path, writing ? RunFile::Access::read_write : RunFile::Access::read_only);
        } catch (const Error& error) {
            sentences[writing] = error.what();
        }
    }
    CHECK(sentences[0] == sentences[1]);
    return sentences[0];
}

// An event of this step, with the right checksum.
void forge_event(const fs::path& path, std::string_view kind, std::int64_t failed_step,
                 double lr_max, const std::string& name) {
    const std::int64_t sum = Checksum()
                                 .add(std::int64_t(1))
                                 .add(std::int64_t(0))
                                 .add(kind)
                                 .add(failed_step)
                                 .add(lr_max)
                                 .add(std::string_view(name))
                                 .value();
    char rate[40];
    std::snprintf(rate, sizeof rate, std::isinf(lr_max) ? "9e999" : "%.17e", lr_max);
    std::string hex;
    for (const char c : name) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02X", static_cast<unsigned char>(c));
        hex += digits;
    }
    sql(path, "UPDATE event SET kind = '" + std::string(kind) +
                  "', failed_step = " + std::to_string(failed_step) + ", lr_max = " + rate +
                  ", name = CAST(x'" + hex + "' AS TEXT), checksum = " + std::to_string(sum));
}

}  // namespace

TEST_CASE("names and events from a run can be shown in a terminal") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    whole_run(path);
    forge_event(path, "branched", 0, 0, "\x1B[2J\xFF\n");
    const RunFile run = RunFile::open(path);
    CHECK(run.events().front().name == "\\x1B[2J\\xFF\\x0A");
    CHECK(text_of(run.events().front()) == "branched from \\x1B[2J\\xFF\\x0A");
}

TEST_CASE("an event of no kind of ours, or with what its kind has not, is refused, signed or not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
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
    CHECK_FALSE(refused("other", 0, 0, "kept like this"));
    CHECK_FALSE(refused("other", 0, 0, "kept like this "));
    for (const char* kind :
         {"", "Started", "started ", "no such", "kept", "let_go", "DROP TABLE event"})
        CHECK(refused(kind, 0, 0, ""));
    CHECK(refused("started", 1, 0, ""));
    CHECK(refused("started", 0, 1e-3, ""));
    CHECK(refused("started", 0, 0, "name"));
    CHECK(refused("rolled_back", -1, 1e-3, ""));
    CHECK(refused("rolled_back", std::int64_t(1) << 61, 1e-3, ""));
    CHECK(refused("rolled_back", 120, -1e-3, ""));
    CHECK(refused("rolled_back", 120, infinite, ""));
    CHECK(refused("rolled_back", 120, 1e-3, "name"));
    CHECK(refused("branched", 1, 0, "name"));
    CHECK(refused("device_left", 1, 1e-3, "name"));
}

TEST_CASE("a request that is no configuration, or of another run, is refused, signed or not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    whole_run(path);
    const std::string config = to_json(small_config());
    const auto refusal_of = [&](const std::string& request) {
        sqlite3* db = nullptr;
        REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
        sqlite3_stmt* row = nullptr;
        sqlite3_prepare_v2(db, "SELECT keyframe_budget, writer FROM run", -1, &row, nullptr);
        REQUIRE(sqlite3_step(row) == SQLITE_ROW);
        Checksum sum;
        sum.add(std::string_view(config)).add(std::string_view("lion.png"));
        sum.add(std::int64_t(9)).add(std::int64_t(7)).add(std::int64_t(1));
        for (int i = 0; i < 2; ++i) sum.add(std::int64_t(sqlite3_column_int64(row, i)));
        sum.add(std::string_view(request));
        sqlite3_finalize(row);
        sqlite3_prepare_v2(db, "UPDATE run SET request = ?, checksum = ?", -1, &row, nullptr);
        sqlite3_bind_text(row, 1, request.data(), int(request.size()), SQLITE_STATIC);
        sqlite3_bind_int64(row, 2, sum.value());
        CHECK(sqlite3_step(row) == SQLITE_DONE);
        sqlite3_finalize(row);
        sqlite3_close(db);
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
    CHECK(refusal_of(with([](Config& c) { c.network.first_omega = 31; })) == kDamaged);
    CHECK(refusal_of(with([](Config& c) { c.network.layers = {6}; })) == kDamaged);
    CHECK(refusal_of(with([](Config& c) { c.schedule.epochs = 3; })) == kDamaged);
    CHECK(refusal_of(with([](Config& c) { c.seed = 2; })) == kDamaged);
    for (const std::string& request :
         {std::string(), std::string("{"), std::string("[]"), std::string("{\"networks\": 1}"),
          std::string(100, '['), "{\"preset\": \"" + std::string(2000, 'x') + "\"}",
          with([](Config& c) { c.schedule.lr_max = -1; })}) {
        CAPTURE(request);
        CHECK(
            refusal_of(request).starts_with("Cannot open a.redraw: its configuration is wrong ("));
    }
}

TEST_CASE("numbers that no training makes are refused, signed or not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    whole_run(path);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const auto with_metric = [&](auto change) {
        Metric metric = metric_of(5);
        change(metric);
        {
            Database database(path, Database::Mode::read_write);
            write_metric(database, metric);
        }
        return refusal_to_open(path);
    };
    CHECK(with_metric([](Metric& m) { m.loss = float(-kInfinite); }) == kDamaged);
    CHECK(with_metric([](Metric& m) { m.learning_rate = float(kInfinite); }) == kDamaged);
    for (const double seconds : {-1.0, 1e300, kInfinite})
        CHECK(with_metric([&](Metric& m) { m.seconds = seconds; }) == kDamaged);
    // A picture that is drawn exactly, and a loss that was too large.
    CHECK(with_metric([](Metric& m) { m.batch_psnr = float(kInfinite); }) == "");
    CHECK(with_metric([](Metric& m) { m.loss = float(kInfinite); }) == "");

    const auto is_state_refused = [&](auto change) {
        SavedState saved{state_of(12), 1.5};
        change(saved);
        {
            Database database(path, Database::Mode::read_write);
            write_state(database, saved);
        }
        try {
            RunFile::open(path, RunFile::Access::read_only).state();
        } catch (const Error& error) {
            return error.what() == kDamaged;
        }
        return false;
    };
    CHECK_FALSE(is_state_refused([](SavedState&) {}));
    CHECK_FALSE(is_state_refused([](SavedState& s) { s.state.optimizer_step = 0; }));
    CHECK(is_state_refused([](SavedState& s) { s.state.optimizer_step = 13; }));
    CHECK(is_state_refused([](SavedState& s) { s.state.step = std::int64_t(1) << 60; }));
    for (const double seconds : {-1.0, 1e300, kInfinite})
        CHECK(is_state_refused([&](SavedState& s) { s.seconds = seconds; }));
}

TEST_CASE("a run ends at the last step that a file may hold") {
    const TemporaryFolder folder;
    RunFile run = small_run(folder / "a.redraw");
    run.set_state(state_of(RunFile::kLastStep), 1);
    run.commit();
    CHECK_THROWS_AS(run.set_state(state_of(RunFile::kLastStep + 1), 1), Error);
    CHECK(RunFile::open(folder / "a.redraw", RunFile::Access::read_only).state_step() ==
          RunFile::kLastStep);
}

TEST_CASE("names longer than a file's are cut off") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    whole_run(path);
    const std::string escaped_once(255, '\xFF'), endless(1'000'000, 'n');
    for (const std::string& name : {display_name(escaped_once), endless}) {
        {
            Database database(path, Database::Mode::read_write);
            RunHeader header = read_header(database, kRunFormat);
            header.picture_name = name;
            write_header(database, header);
        }
        forge_event(path, "branched", 0, 0, name);
        const RunFile run = RunFile::open(path, RunFile::Access::read_only);
        CHECK(run.picture_name().size() == 4 * 255);
        CHECK(run.events().front().name == run.picture_name());
    }
}

TEST_CASE("a stored picture that cannot be decoded is found, and not packed") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    for (const char* table : {"target", "source"}) {
        fs::remove(path);
        whole_run(path);
        CHECK_NOTHROW(RunFile::open(path, RunFile::Access::read_only).check_pictures());
        {
            Database database(path, Database::Mode::read_write);
            std::vector<std::byte> png = *read_png(database, table);
            png[png.size() / 2] ^= std::byte{0x55};
            write_png(database, table, png);
        }
        const RunFile run = RunFile::open(path, RunFile::Access::read_only);
        CHECK_THROWS_AS(run.check_pictures(), Error);
        CHECK_THROWS_AS(run.pack_to(folder / "packed.redraw"), Error);
        CHECK_FALSE(fs::exists(folder / "packed.redraw"));
    }
}
