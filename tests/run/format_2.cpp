// Runs of format 2 are trained on; those of format 1 are refused.
#include "engine/error.h"
#include "engine/run/run_tables.h"
#include "tests/support/altered_runs.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw_test;

namespace {

// The tables of format 2 are those of format 3 but one.
void make_older(const std::filesystem::path& path) {
    run_samples::sql(path, "DROP TABLE measured; PRAGMA user_version = 2");
}

Trainer begun(const std::filesystem::path& path) {
    return Trainer(start_run(path, ring(32, 32), "ring", small_config({16, 16}, 90)), {});
}

}  // namespace

TEST_CASE("a run of format 2 goes on bit for bit and stays of its format") {
    const TemporaryFolder folder;
    const auto path = folder / "old.redraw";
    Trainer whole = begun(folder / "whole.redraw");
    train_and_commit(whole, 90);
    {
        Trainer half = begun(path);
        train_and_commit(half, 40);
    }
    make_older(path);
    {
        Trainer rest(RunFile::open(path), {});
        CHECK(rest.run().format() == 2);
        CHECK_FALSE(rest.newest_measured());
        train_and_commit(rest, 90);
        CHECK(rest.backend().save() == whole.backend().save());
        CHECK(rest.measure().psnr == whole.measure().psnr);
        rest.save_measured();
    }
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    CHECK(run.format() == 2);
    CHECK(run.measured().empty());
    CHECK(run.state()->step == 90);
    run.pack_to(folder / "packed.redraw");
    CHECK(RunFile::open(folder / "packed.redraw").format() == kRunFormat);
}

TEST_CASE("a run of format 1 is refused as one, and not a bit of its file changes") {
    const TemporaryFolder folder;
    const auto path = folder / "a.redraw";
    run_samples::whole_run(path);
    run_samples::sql(path, "PRAGMA user_version = 1");
    const std::string before = run_samples::contents(path);
    using Access = RunFile::Access;
    for (const Access access : {Access::read_write, Access::read_only, Access::prefer_write})
        CHECK_THROWS_WITH_AS(RunFile::open(path, access), doctest::Contains("format 1"), Error);
    CHECK_THROWS_AS(RunFile::pack_in_place(path), Error);
    CHECK(run_samples::contents(path) == before);
}
