#include "engine/run/run_file.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

int files_in(const fs::path& folder) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) count += entry.exists();
    return count;
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "everything comes back exactly, committed and reopened") {
    Config config = small_config();
    Image source = make_image(33, 21, 4);
    for (std::size_t i = 0; i < source.values.size(); ++i)
        source.values[i] = float(i % 256) / 255.0f;
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    {
        RunFile run = RunFile::create(path, config, small_target(), "/some/folder/lion.png");
        CHECK_FALSE(run.state());
        CHECK(run.seconds() == 0);
        CHECK(run.keyframe_budget() == 16'000'000);
        run.add_keyframe({0, nan}, parameters_of(0, small_count()));
        run.add_event({0, EventKind::started});
        train_to(run, 0, 120);
        run.add_metric({130, 0.0f, infinity, 1e-30f, 17.0});
        run.set_state(state_of(130), 17.25);
        run.set_source(RunFile::encoded_source(source, 8));
        config.schedule.epochs = 4321;
        run.set_config(config);
        run.add_event({130, EventKind::schedule_changed});
        const auto check = [&](const RunFile& file) {
            CHECK(file.config() == config);
            CHECK(file.picture_name() == "lion.png");
            CHECK(file.target() == small_target());
            CHECK(file.source() == source);
            REQUIRE(file.metrics().size() == 121);
            for (std::int64_t step = 1; step <= 120; ++step)
                CHECK(file.metrics()[std::size_t(step - 1)] == metric_of(step));
            CHECK(file.metrics().back() == Metric{130, 0.0f, infinity, 1e-30f, 17.0});
            REQUIRE(file.keyframes().size() == 121);
            CHECK(file.keyframes()[0].step == 0);
            CHECK(std::isnan(file.keyframes()[0].batch_psnr));
            CHECK(file.keyframes()[7] == Keyframe{7, metric_of(7).batch_psnr});
            for (std::int64_t step = 0; step <= 120; ++step)
                CHECK(file.parameters_at(step) == parameters_of(step, small_count()));
            CHECK_FALSE(file.parameters_at(121));
            CHECK(file.state() == state_of(130));
            CHECK(file.seconds() == 17.25);
            CHECK(file.events() ==
                  std::vector<Event>{{0, EventKind::started}, {130, EventKind::schedule_changed}});
        };
        check(run);  // a writer sees its own uncommitted changes
        run.commit();
        check(run);
        check(reading(path));
    }
    RunFile again = RunFile::open(path);
    CHECK(again.metrics().size() == 121);
    CHECK(again.state() == state_of(130));
    CHECK(files_in(folder.path()) == 1);  // no file beside the run
}

TEST_CASE("targets and sources are exact to 16 bits; huge ones left out") {
    const TemporaryFolder folder;
    for (const int channels : {1, 3, 4}) {
        const fs::path path = folder / (std::to_string(channels) + ".redraw");
        RunFile::create(path, small_config(), small_target(channels), "p");
        RunFile run = RunFile::open(path);
        CHECK(run.target() == small_target(channels));
        CHECK_FALSE(run.source());
        run.set_source(RunFile::encoded_source(make_image(16385, 1, 1), 8));
        CHECK_FALSE(run.source());
        run.set_source(RunFile::encoded_source(small_target(3), 16));
        run.commit();
        CHECK(run.source() == small_target(3));
    }
}

TEST_CASE_FIXTURE(RunInFolder, "what was not committed is dropped") {
    {
        RunFile run = committed_run(path, 5);
        run.commit();
        train_to(run, 5, 10);
        run.add_event({10, EventKind::resumed});
    }
    const RunFile run = RunFile::open(path);
    CHECK(run.metrics().size() == 5);
    CHECK(run.keyframes().size() == 5);
    CHECK(run.events().empty());
    CHECK(run.state() == state_of(5));
}

TEST_CASE_FIXTURE(RunInFolder, "a run that goes back drops what came later") {
    RunFile run = committed_run(path, 30);
    train_to(run, 30, 40);
    run.set_state(state_of(20), 2.5);  // goes back, as after a divergence
    train_to(run, 20, 22);
    CHECK(run.metrics().size() == 22);
    run.commit();
    const RunFile reader = reading(run.path());
    CHECK(reader.metrics().size() == 22);
    CHECK(reader.keyframes().size() == 22);
    CHECK(reader.keyframes().back().step == 22);
    CHECK(reader.state() == state_of(22));
}

TEST_CASE("keyframes are thinned to the budget, stopped or not alike") {
    const TemporaryFolder folder;
    const std::int64_t each = std::int64_t(small_count() * sizeof(float));
    std::vector<std::vector<Keyframe>> kept;
    for (const int commit_every : {1, 7, 1000}) {
        const fs::path path = folder / (std::to_string(commit_every) + ".redraw");
        std::optional<RunFile> run = small_run(path);
        run.reset();
        set_keyframe_budget(path, 20 * each);
        run = RunFile::open(path);
        for (std::int64_t step = 0; step < 60; ++step) {
            train_to(*run, step, step + 1);
            if (step % commit_every != 0) continue;
            run->commit();
            run.reset();
            run = RunFile::open(path);
            CHECK(run->keyframe_budget() == 20 * each);
        }
        run->commit();
        kept.push_back(reading(path).keyframes());
        REQUIRE(kept.back().size() == 20);
        CHECK(kept.back().front().step == 1);
        CHECK(kept.back().back().step == 60);
        for (const Keyframe& keyframe : kept.back())
            CHECK(run->parameters_at(keyframe.step) == parameters_of(keyframe.step, small_count()));
    }
    CHECK(kept[0] == kept[1]);
    CHECK(kept[0] == kept[2]);
}

TEST_CASE_FIXTURE(RunInFolder, "a smaller budget thins, but never below the two ends") {
    committed_run(path, 50);
    set_keyframe_budget(path, 0);
    RunFile run = RunFile::open(path);
    train_to(run, 50, 51);
    run.commit();
    const auto kept = reading(run.path()).keyframes();
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].step == 1);
    CHECK(kept[1].step == 51);
}

TEST_CASE_FIXTURE(RunInFolder, "numbers that are not finite are refused; the last state stays") {
    RunFile run = committed_run(path, 3);
    State bad = state_of(4);
    bad.first_moment[2] = std::numeric_limits<float>::infinity();
    CHECK_THROWS_AS(run.set_state(bad, 1), Error);
    std::vector<float> nan(small_count(), std::numeric_limits<float>::quiet_NaN());
    CHECK_THROWS_AS(run.add_keyframe({4, 1.0f}, nan), Error);
    run.commit();
    CHECK(reading(run.path()).state() == state_of(3));
}

TEST_CASE_FIXTURE(RunInFolder, "a branch goes on from a keyframe, or from the latest step") {
    RunFile run = small_run(path);
    run.set_source(RunFile::encoded_source(small_target(3), 16));
    run.add_event({0, EventKind::started});
    train_to(run, 0, 30);
    run.commit();
    train_to(run, 30, 40);  // a branch copies uncommitted steps, too
    run.add_event({40, EventKind::resumed});

    const RunFile early = run.branch(folder / "early.redraw", 12);
    // The branch takes the latest second moment as an estimate of the size of the gradients.
    State at_12 = fresh_state(parameters_of(12, small_count()), Optimizer::adam, 12);
    at_12.second_moment = state_of(40).second_moment;
    CHECK(early.state() == at_12);
    CHECK(early.seconds() == metric_of(12).seconds);
    CHECK(early.metrics().size() == 12);
    CHECK(early.keyframes().size() == 12);
    CHECK(early.parameters_at(7) == parameters_of(7, small_count()));
    CHECK(early.target() == run.target());
    CHECK(early.source() == run.source());
    CHECK(early.config() == run.config());
    CHECK(early.picture_name() == "lion.png");
    CHECK(early.events() ==
          std::vector<Event>{{0, EventKind::started}, {12, EventKind::branched, 0, 0, "a.redraw"}});

    const RunFile latest = run.branch(folder / "latest.redraw", 40);
    CHECK(latest.state() == state_of(40));
    CHECK(latest.seconds() == run.seconds());
    CHECK(latest.keyframes().size() == 40);

    CHECK_THROWS_AS(run.branch(folder / "none.redraw", 99), Error);
    CHECK_THROWS_AS(run.branch(folder / "early.redraw", 12), Error);  // that file exists already
    CHECK(files_in(folder.path()) == 3);
    CHECK(run.keyframes().size() == 40);
}

TEST_CASE_FIXTURE(RunInFolder, "a copy holds what is committed and replaces what was there") {
    RunFile run = committed_run(path, 30);
    std::ofstream(folder / "b.redraw") << "an old file";
    run.copy_to(folder / "b.redraw");
    run.copy_to(folder / "c.redraw");
    run.copy_to(folder / "c.redraw");
    for (const char* name : {"b.redraw", "c.redraw"}) {
        const RunFile copy = RunFile::open(folder / name);
        CHECK(copy.state() == state_of(30));
        CHECK(copy.metrics() == run.metrics());
        CHECK(copy.parameters_at(17) == parameters_of(17, small_count()));
        CHECK(copy.target() == run.target());
        // A copy does not replace a run that is open.
        CHECK_THROWS_AS(run.copy_to(folder / name), Error);
    }
    CHECK_THROWS_AS(run.copy_to(run.path()), Error);
    CHECK_THROWS_AS(run.copy_to(folder.path()), Error);
    CHECK_THROWS_AS(run.copy_to(folder / "missing" / "d.redraw"), Error);
    CHECK(files_in(folder.path()) == 3);
    train_to(run, 30, 31);
    run.commit();  // copying has not lost the lock
}

TEST_CASE_FIXTURE(RunInFolder, "a new run never replaces a file, and says why it cannot be made") {
    std::ofstream(folder / "there.redraw") << "precious";
    CHECK_THROWS_AS(small_run(folder / "there.redraw"), Error);
    CHECK_THROWS_AS(small_run(folder / "no" / "a.redraw"), Error);
    CHECK_THROWS_AS(small_run(folder.path()), Error);
    // The journal of a run that was deleted might be played back into the new one.
    std::ofstream(folder / "gone.redraw-journal") << "x";
    CHECK_THROWS_AS(small_run(folder / "gone.redraw"), Error);
    CHECK(files_in(folder.path()) == 2);
}

TEST_CASE_FIXTURE(RunInFolder, "names that mean something to SQLite are only names") {
    fs::current_path(folder.path());
    for (const char* name : {"file:a?mode=memory", ":memory:", "a b%20c#d?e.redraw",
                             "\xff\xfe.redraw", "'; DROP TABLE run; --"}) {
        committed_run(name, 2);
        CHECK(fs::is_regular_file(folder.path() / name));
        CHECK(is_run_file(name));
        CHECK(RunFile::open(name).state() == state_of(2));
    }
    fs::current_path("/");
}

TEST_CASE_FIXTURE(RunInFolder, "a state that is written again leaves no room behind") {
    Config config = small_config();
    config.network.layers = {60, 60};  // a state of several pages
    RunFile run = RunFile::create(path, config, small_target(), "lion.png");
    const std::vector<float> parameters(parameter_count(config.network, 1), 0.5f);
    for (const std::int64_t step : {1, 100, 1000, 100'000, 10'000'000}) {  // up to 4 stored bytes
        run.set_state(fresh_state(parameters, Optimizer::adam, step), 0.5);
        run.commit();
    }
    CHECK(Database(run.path(), Database::Mode::read_only).integer("PRAGMA freelist_count") <= 1);
}

TEST_CASE_FIXTURE(RunInFolder, "a run is told from anything else by its first bytes") {
    small_run(folder / "a.png");
    CHECK(is_run_file(folder / "a.png"));
    write_image(folder / "picture.png", small_target());
    std::ofstream(folder / "empty");
    std::ofstream(folder / "short") << "SQLite format 3";
    for (const char* other : {"picture.png", "missing", "empty", "short", "."})
        CHECK_FALSE(is_run_file(folder / other));
}

TEST_CASE("whether somebody writes a run is asked of its lock") {
    const TemporaryFolder folder;
    const fs::path path = folder / "lion.redraw", picture = folder / "lion.png";
    CHECK_FALSE(RunFile::has_writer(path));
    {
        RunFile run = RunFile::create(path, small_config(), small_target(), "lion.png");
        const pid_t other = fork();  // a process does not see its own locks
        if (other == 0) _exit(RunFile::has_writer(path) ? 7 : 0);
        int status = 0;
        REQUIRE(waitpid(other, &status, 0) == other);
        CHECK(WEXITSTATUS(status) == 7);
    }
    CHECK_FALSE(RunFile::has_writer(path));
    write_image(picture, small_target());
    CHECK_FALSE(RunFile::has_writer(picture));
    RunFile::open(path);  // has_writer() has left no lock
}
