// Tests the requested configuration that a run keeps beside the resolved one, and that other
// formats are refused.
#include "engine/data/batch_by_size.h"
#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/run/run_tables.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/altered_runs.h"
#include "tests/support/examples.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/training.h"

using namespace redraw;
using namespace redraw_test;
namespace fs = std::filesystem;

namespace {

constexpr PixelSize kPicture{96, 72};

Config asked_grid() {
    Config config = preset_config("grid");
    config.network.layers = {8};
    config.network.parameters = 2000;
    config.data.train_size = {.longer_side = 0};
    return with_batch_by_size(config, kPicture);
}

RunFile made(const fs::path& path, const Config& asked) {
    return start_run(path, waves(kPicture.width, kPicture.height), "waves", asked);
}

}  // namespace

TEST_CASE("what is left to the picture's size is kept in all files") {
    const TemporaryFolder folder;
    for (const BySize left : {kAllBySize, BySize{}, BySize{.batch = true, .epochs = true}}) {
        const fs::path path = folder / "run.redraw";
        Config asked = asked_grid();
        asked.by_size = left;
        {
            const RunFile run = made(path, asked);
            CHECK(run.request() == asked);
            CHECK(run.config().by_size == BySize{});
        }
        const RunFile run = RunFile::open(path);
        CHECK(run.request() == asked);
        run.copy_to(folder / "copy.redraw");
        run.pack_to(folder / "packed.redraw");
        for (const char* name : {"copy.redraw", "packed.redraw"}) {
            CHECK(RunFile::open(folder / name).request() == asked);
            fs::remove(folder / name);
        }
        CHECK(run.branch(folder / "branch.redraw", 0).request() == asked);
        fs::remove(folder / "branch.redraw");
        fs::remove(path);
    }
}

TEST_CASE_FIXTURE(RunInFolder, "another size chooses what is left to it, and nothing else") {
    RunFile run = made(folder / "run.redraw", asked_grid());
    const TrainSize small{.longer_side = 40};
    Config fresh = preset_config("grid");
    fresh.data.train_size = small;
    fresh = with_batch_by_size(fresh, kPicture);
    REQUIRE(fresh.data.batch != run.config().data.batch);
    const Config again = with_train_size(run.request(), small, kPicture);
    CHECK(again.data == fresh.data);
    CHECK(again.schedule == fresh.schedule);
    Trainer trainer(std::move(run), {.kind = BackendKind::cpu, .threads = 1});
    Schedule schedule = trainer.config().schedule;
    schedule.lr_max /= 2;
    trainer.set_schedule(schedule);
    const Config changed = with_train_size(trainer.run().request(), small, kPicture);
    CHECK(changed.schedule.lr_max == schedule.lr_max);
    CHECK(changed.schedule.epochs == fresh.schedule.epochs);
    CHECK(changed.data == fresh.data);
}

TEST_CASE_FIXTURE(RunInFolder, "a smaller batch that a run took for its memory stays for good") {
    const PixelSize large{200, 150};
    Config asked = preset_config("grid");
    asked.network.layers = {8};
    asked.data.train_size = {.longer_side = 0};
    asked = with_batch_by_size(asked, large);
    const Config smaller = with_smaller_batch(asked, large).value();
    {
        RunFile run = start_run(path, waves(large.width, large.height), "waves", asked);
        Config taken = smaller;
        taken.network = run.config().network;
        run.set_config(taken);
        run.commit();
    }
    const Config request = RunFile::open(path).request();
    CHECK(request.data == smaller.data);
    CHECK_FALSE(request.by_size.batch);
    CHECK(with_train_size(request, {.longer_side = 100}, large).data.batch_size ==
          smaller.data.batch_size);
    CHECK_FALSE(with_smaller_batch(request, large));
}

TEST_CASE_FIXTURE(RunInFolder, "a run of another format is refused, and not a bit of it changes") {
    run_samples::whole_run(path);
    for (const std::string format : {"-1", "0", "1", "2", "3", "5", "77"}) {
        run_samples::sql(path, "PRAGMA user_version = " + format);
        const std::string before = run_samples::contents(path);
        using Access = RunFile::Access;
        for (const Access access : {Access::read_write, Access::read_only, Access::prefer_write})
            CHECK_THROWS_WITH_AS(RunFile::open(path, access),
                                 ("Cannot open a.redraw: it is a run of format " + format +
                                  (std::stoi(format) > 4 ? ", which needs a newer version of Redraw"
                                                         : ", which only versions before 1.0 read"))
                                     .c_str(),
                                 Error);
        CHECK_THROWS_AS(RunFile::pack_in_place(path), Error);
        CHECK(run_samples::contents(path) == before);
    }
}
