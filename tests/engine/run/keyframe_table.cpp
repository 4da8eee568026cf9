#include "engine/run/keyframe_table.h"

#include "engine/error.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>

using namespace run_samples;

namespace {

// A network so large that keyframes are rounded and stored as long chains of differences.
Config rounded_config() {
    Config config = small_config();
    config.network.layers = {128, 128};
    return config;
}

std::size_t count() {
    return parameter_count(rounded_config().network, 1);
}

std::vector<float> moment(std::int64_t step) {
    std::mt19937 random(5);
    std::normal_distribution<float> weight(0, 0.1f);
    std::vector<float> parameters(count());
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i] = weight(random) + 0.01f * std::sin(float(step) * 0.3f + float(i));
    return parameters;
}

State state_at(std::int64_t step) {
    return fresh_state(moment(step), Optimizer::adam, step);
}

RunFile new_run(const std::filesystem::path& path) {
    return RunFile::create(path, rounded_config(), small_target(), "lion.png");
}

void add(RunFile& run, std::int64_t step) {
    run.add_keyframe({step, 30}, moment(step));
    run.set_state(state_at(step), 1);
}

// The parameters of all keyframes of a run, by step.
using Kept = std::map<std::int64_t, std::vector<float>>;
Kept kept_of(const RunFile& run) {
    Kept kept;
    for (const Keyframe& keyframe : run.keyframes())
        kept[keyframe.step] = run.parameters_at(keyframe.step).value();
    return kept;
}

// Returns the stored keyframes of a file, byte for byte.
std::string rows_of(const std::filesystem::path& path) {
    const Database database(path, Database::Mode::read_only);
    Statement row(database, "SELECT step, base, parameters FROM keyframe ORDER BY step",
                  kLongestBlob);
    std::string rows;
    while (row.step()) {
        const auto blob = row.blob(2);
        std::optional<std::int64_t> base;
        row.get(1, base);
        rows += std::to_string(row.integer(0)) + " " + std::to_string(base.value_or(-1)) + " " +
                std::string(reinterpret_cast<const char*>(blob.data()), blob.size()) + "\n";
    }
    return rows;
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "keyframes are smaller than their floats, whenever read the same") {
    RunFile run = new_run(folder / "run.redraw");
    Kept before;
    for (std::int64_t step = 0; step < 40; ++step) {
        add(run, step);
        before[step] = run.parameters_at(step).value();
        CHECK(before[step] != moment(step));
        if (step % 7 == 3) run.commit();
    }
    CHECK(kept_of(run) == before);
    run.commit();
    CHECK(kept_of(run) == before);
    CHECK(run.state()->parameters == moment(39));  // the latest state is exact
    const RunFile reader = reading(run.path());
    CHECK(kept_of(reader) == before);
    // Reads keyframes in random order.
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i) {
        const std::int64_t step = random() % 40;
        CHECK(reader.parameters_at(step) == before[step]);
    }
    CHECK(std::filesystem::file_size(run.path()) < 40 * count() * sizeof(float) * 6 / 10);
}

TEST_CASE_FIXTURE(RunInFolder, "when a run is committed changes no byte of its keyframes") {
    RunFile once = new_run(folder / "once.redraw");
    for (std::int64_t step = 0; step < 40; ++step) add(once, step);
    once.commit([](int items, const auto& work) {
        for (int item = items; item-- > 0;) work(item);
    });
    {
        for (std::int64_t step = 0; step < 40; ++step) {
            RunFile often = step == 0 ? new_run(folder / "often.redraw")
                                      : RunFile::open(folder / "often.redraw");
            add(often, step);
            often.commit();
        }
    }
    CHECK(rows_of(folder / "once.redraw") == rows_of(folder / "often.redraw"));
}

TEST_CASE_FIXTURE(RunInFolder, "whatever keyframes go, others are read, and chains stay short") {
    std::mt19937 random(2);
    std::vector<std::int64_t> steps;
    {
        RunFile run = new_run(path);
        for (std::int64_t step = 0; step < 100; ++step) add(run, step), steps.push_back(step);
        run.commit();
    }
    const Kept before = kept_of(reading(path));
    Database database(path, Database::Mode::read_write);
    KeyframeTable table({.config = rounded_config(), .channels = 1});
    std::ranges::shuffle(steps, random);
    while (steps.size() > 20) {
        const std::set<std::int64_t> gone(steps.end() - 20, steps.end());
        steps.resize(steps.size() - 20);
        if (steps.size() % 40 == 0)
            table.erase(database, gone);  // 20 keyframes at once; else one by one
        else
            for (const std::int64_t step : gone) table.erase(database, {step});
        for (const std::int64_t step : std::span(steps).first(8))
            CHECK(table.values(*table.read(database, step)) == before.at(step));
        std::map<std::int64_t, int> depths;
        Statement row(database, "SELECT step, base FROM keyframe ORDER BY step");
        while (row.step()) {
            std::optional<std::int64_t> base;
            row.get(1, base);
            const int depth = depths[row.integer(0)] = base ? depths.at(*base) + 1 : 1;
            CHECK(depth <= 32);
        }
        CHECK(depths.size() == steps.size());
    }
    // Erasing joins the chains: at most three keyframes are left that have no base.
    Statement row(database, "SELECT count(*) FROM keyframe WHERE base IS NULL");
    CHECK(row.step());
    CHECK(row.integer(0) <= 3);
}

TEST_CASE_FIXTURE(RunInFolder, "thinning, replacing, going back and branching leave the others") {
    Kept before;
    {
        RunFile run = new_run(path);
        for (std::int64_t step = 0; step < 40; ++step) add(run, step);
        run.commit();
        before = kept_of(run);
    }
    SUBCASE("thinned to a budget of 20") {
        set_keyframe_budget(path, std::int64_t(20 * count()));
        RunFile run = RunFile::open(path);
        for (std::int64_t step = 40; step < 50; ++step) {
            add(run, step);
            before[step] = run.parameters_at(step).value();
            if (step % 3 == 0) run.commit();
        }
        run.commit();
        CHECK(run.keyframes().size() == 20);
        for (const auto& [step, parameters] : kept_of(reading(path)))
            CHECK(parameters == before[step]);
    }
    SUBCASE("replaced, with others that were made from it") {
        RunFile run = RunFile::open(path);
        for (const std::int64_t step : {0, 7, 31, 32, 38}) {
            run.add_keyframe({step, 20}, moment(step + 100));
            before[step] = run.parameters_at(step).value();
            run.commit();
        }
        CHECK(kept_of(run) == before);
        CHECK(kept_of(RunFile::open(path, RunFile::Access::prefer_write)) == before);
    }
    SUBCASE("replaced in one commit, with new ones behind them") {
        RunFile run = RunFile::open(path);
        for (const std::int64_t step : {0, 7, 8, 38, 40, 41, 44}) {
            run.add_keyframe({step, 20}, moment(step + 100));
            before[step] = run.parameters_at(step).value();
        }
        run.commit();
        CHECK(kept_of(run) == before);
        CHECK(kept_of(RunFile::open(path, RunFile::Access::prefer_write)) == before);
    }
    SUBCASE("gone back, and on from there") {
        RunFile run = RunFile::open(path);
        run.set_state(state_at(33), 1);
        run.add_keyframe({34, 30}, moment(99));
        run.commit();
        before.erase(before.upper_bound(33), before.end());
        before[34] = run.parameters_at(34).value();
        CHECK(kept_of(run) == before);
    }
    SUBCASE("branched, twice") {
        const RunFile run = RunFile::open(path);
        const RunFile branch = run.branch(folder / "branch.redraw", 35);
        const RunFile second = branch.branch(folder / "second.redraw", 34);
        CHECK(branch.state()->parameters == before[35]);
        before.erase(before.upper_bound(35), before.end());
        CHECK(kept_of(branch) == before);
        before.erase(35);
        CHECK(kept_of(second) == before);
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a keyframe whose base is missing, later or its own is damage") {
    {
        RunFile run = new_run(path);
        for (std::int64_t step = 0; step < 10; ++step) add(run, step);
        run.commit();
    }
    for (const std::int64_t base : {100, 5, 6, -1}) {
        CAPTURE(base);
        const auto forged = folder / ("base" + std::to_string(base) + ".redraw");
        std::filesystem::copy_file(path, forged);
        {
            Database database(forged, Database::Mode::read_write);
            Statement old(database,
                          "SELECT psnr, parameters_checksum FROM keyframe WHERE step = 5");
            REQUIRE(old.step());
            const std::int64_t checksum =
                Checksum(std::int64_t(5), old.real(0), base, old.integer(1)).value();
            old.reset();
            Statement(database, "UPDATE keyframe SET base = ?, checksum = ? WHERE step = 5")
                .run(base, checksum);
        }
        const RunFile run = reading(forged);
        CHECK(run.parameters_at(4).has_value());
        CHECK_THROWS_WITH_AS(run.parameters_at(5), doctest::Contains("it is damaged"), Error);
    }
}

TEST_CASE("a network of many numbers has short chains, one of few long ones") {
    for (const int width : {20, 128, 1500}) {
        const TemporaryFolder folder;
        Config config = small_config();
        config.network.layers = {width, width};
        RunFile run = RunFile::create(folder / "run.redraw", config, small_target(), "lion.png");
        std::vector<float> parameters(parameter_count(config.network, 1), 0.1f);
        for (std::int64_t step = 0; step < 6; ++step) {
            parameters[0] = 0.1f * float(step);
            run.add_keyframe({step, 30}, parameters);
        }
        run.commit();
        const Database database(run.path(), Database::Mode::read_only);
        const auto whole = database.integer("SELECT count(*) FROM keyframe WHERE base IS NULL");
        CHECK(whole == (width == 1500 ? 2 : 1));
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a chain of too many numbers is damage before it is unpacked") {
    Config config = small_config();
    config.network.layers = {1500, 1500};  // 2.3 million parameters
    const std::vector<float> zeros(parameter_count(config.network, 1), 0.0f);
    {
        RunFile run = RunFile::create(path, config, small_target(), "lion.png");
        run.add_keyframe({0, 30}, zeros);
        run.set_state(fresh_state(zeros, Optimizer::adam, 0), 1);
        run.commit();
    }
    const std::vector<Tensor> tensors = tensors_of(config.network, 1);
    const RoundedParameters plain = not_rounded(zeros);
    const std::vector<std::byte> same = pack(plain, tensors, &plain);
    {
        Database database(path, Database::Mode::read_write);
        database.trust_schema();  // lifts the limit on the work of a statement
        database.execute("BEGIN");
        Statement row(database, "INSERT INTO keyframe VALUES (?, ?, ?, ?, ?, ?)", kLongestBlob);
        const std::int64_t sum = Checksum(same).value();
        for (std::int64_t step = 1; step < 200; ++step) {
            const std::optional<std::int64_t> base = step - 1;
            row.run(step, 30.0, base, sum, Checksum(step, 30.0, base, sum).value(), same);
        }
        database.execute("COMMIT");
    }
    const RunFile run = reading(path);
    CHECK(run.parameters_at(2).has_value());  // three keyframes of 2.3 million are a chain
    CHECK(run.parameters_at(3).has_value());  // the one before is still in memory
    CHECK_THROWS_WITH_AS(reading(path).parameters_at(3), doctest::Contains("it is damaged"), Error);
    CHECK_THROWS_WITH_AS(run.parameters_at(199), doctest::Contains("it is damaged"), Error);
}
