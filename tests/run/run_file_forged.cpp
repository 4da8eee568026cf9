// Runs that lie, with the right checksums: what lies behind those refuses them.
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/run/database.h"
#include "engine/run/run_file.h"
#include "engine/run/run_tables.h"
#include "engine/text/display_name.h"
#include "tests/support/altered_runs.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// An event of this step, with the right checksum.
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

TEST_CASE("a request that is no configuration, or of another run, is refused, signed or not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
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

TEST_CASE("numbers that no training makes are refused, signed or not") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
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
    // A picture that is drawn exactly, and a loss that was too large.
    CHECK_FALSE(refused_metric([](Metric& m) { m.batch_psnr = float(kInfinite); }));
    CHECK_FALSE(refused_metric([](Metric& m) { m.loss = float(kInfinite); }));

    const auto refused_state = [&](auto change) {
        SavedState saved{state_of(12), 1.5};
        change(saved);
        {
            Database database(path, Database::Mode::read_write);
            write_state(database, saved);
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
