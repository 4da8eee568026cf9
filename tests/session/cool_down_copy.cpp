// A copy that cools down beside the run foretells what cooling down would do, and the run never
// knows.
#include "engine/studies/copies.h"

#include "engine/image/image_writer.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

// The ways a step may see the picture and use what it saw.
std::vector<Config> batches_and_optimizers() {
    Config full = small_config({16, 16}, 400), random = full, rows = full, momentum = full;
    random.data.batch = BatchMode::random;
    random.data.batch_size = 256;
    random.schedule.epochs = 80;
    rows.data.batch = BatchMode::rows;
    rows.data.batch_size = 7;
    rows.schedule.epochs = 80;
    momentum.optimizer.kind = Optimizer::sgd;
    momentum.optimizer.momentum = 0.9;
    momentum.schedule.lr_max = 1e-3;
    return {full, random, rows, momentum};
}

Trainer begun(const TemporaryFolder& folder, const Config& config, std::int64_t steps,
              const std::string& name = "run.redraw") {
    Trainer trainer(start_run(folder / name, disc(), "disc.png", config), {});
    while (trainer.step() < steps) trainer.advance(steps - trainer.step());
    return trainer;
}

}  // namespace

TEST_CASE("the copy does to the bit what cooling down does to the run") {
    for (const Config& config : batches_and_optimizers()) {
        const TemporaryFolder folder;
        Trainer trainer = begun(folder, config, 50);
        const State before = trainer.backend().save();
        CoolDownCopy copy(trainer, {}, 40);
        CHECK(copy.newest()->from_step == 50);
        while (!copy.advance()) continue;
        CHECK(trainer.backend().save() == before);
        const CoolDown& foretold = *copy.newest();
        CHECK(foretold.finished());
        REQUIRE(foretold.drawing);

        trainer.cool_down(40);
        CHECK(foretold.steps == trainer.total_steps() - 50);
        while (trainer.advance(1000) > 0) continue;
        const Grid grid = trainer.dataset().grid;
        CHECK(foretold.drawing->on_host() ==
              trainer.backend().render(grid, whole(grid))->on_host());
        CHECK(foretold.psnr == trainer.measure().psnr);
        CHECK(std::isfinite(foretold.psnr_before));
    }
}

TEST_CASE("before is the network as it was copied") {
    const TemporaryFolder folder;
    Trainer trainer = begun(folder, small_config({16, 16}, 400), 60);
    const MeasuredPsnr before = trainer.measure();
    CoolDownCopy copy(trainer, {}, 50);
    copy.advance();
    CHECK(copy.newest()->psnr_before == before.psnr);
}

TEST_CASE("a copy that diverges says so") {
    const TemporaryFolder folder;
    Config config = small_config({16, 16}, 400);
    config.optimizer.kind = Optimizer::sgd;
    Trainer trainer = begun(folder, config, 1);
    Schedule wild = config.schedule;
    wild.lr_max = wild.lr_min = 100;
    wild.warmup_epochs = 0;
    trainer.set_schedule(wild);
    CoolDownCopy copy(trainer, {}, 50);
    CHECK_THROWS([&] {
        while (!copy.advance()) continue;
    }());
}

TEST_CASE("previews leave the run alone, however it is being trained") {
    for (const Config& config : batches_and_optimizers()) {
        const TemporaryFolder folder;
        write_image(folder / "disc.png", disc());
        ThreadlessSession watched;
        watched.loop.perform(command::Open{folder / "disc.png", config, folder / "watched.redraw"});
        for (int previews = 0; previews < 3; ++previews) {
            for (int i = 0; i < 3; ++i) watched.loop.work();
            watched.loop.perform(command::PreviewCoolDown{});
        }
        watched.loop.perform(command::SetRunning{false});
        watched.loop.perform(command::PreviewCoolDown{});
        watched.until(
            [&] { return watched.status->cool_down && watched.status->cool_down->finished(); });
        watched.loop.perform(command::SetRunning{true});
        watched.until([&] { return watched.status->phase == Phase::finished; });
        CHECK(watched.status->cool_down->finished());
        watched.loop.perform(command::PreviewCoolDown{});  // of a finished run
        watched.rest();
        CHECK(watched.status->cool_down->from_step == watched.status->step);
        watched.loop.close();
        const auto watched_run =
            RunFile::open(folder / "watched.redraw", RunFile::Access::read_only);

        Trainer alone = begun(folder, config, 0, "alone.redraw");
        while (alone.advance(13) > 0) continue;
        CHECK(watched_run.state()->parameters == alone.parameters());
    }
}

TEST_CASE("a preview ends with what it was a preview of") {
    const TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    write_image(folder / "disc.png", disc());
    ThreadlessSession w;
    Config config = small_config({16, 16}, 400);
    config.schedule.epochs = 1'000'000;
    const auto preview = [&] {
        w.loop.perform(command::PreviewCoolDown{});
        w.until([&] { return w.status->cool_down && w.status->cool_down->drawing; });
    };
    w.loop.handle(command::PreviewCoolDown{});
    w.loop.work();
    CHECK_FALSE(w.status->error.empty());  // there is no run yet
    CHECK_FALSE(w.status->cool_down);

    w.loop.perform(command::Open{folder / "disc.png", config, folder / "run.redraw"});
    preview();
    w.loop.perform(command::DropCoolDown{});
    w.until([&] { return !w.status->cool_down; });
    preview();
    w.loop.perform(command::SetSchedule{w.status->config.schedule});  // nothing changed
    w.until([&] { return w.status->cool_down && w.status->cool_down->finished(); });
    Schedule other = w.status->config.schedule;
    other.lr_max = 5e-4;
    w.loop.perform(command::SetSchedule{other});
    w.until([&] { return !w.status->cool_down; });
    preview();
    w.loop.perform(command::Restart{config});
    w.until([&] { return !w.status->cool_down; });
    preview();
    w.loop.perform(command::CoolDown{});
    w.until([&] { return !w.status->cool_down; });
    w.until([&] { return w.status->phase == Phase::finished; });
}
