// Tests the preview of cooling down: a copy of the run cools down beside it, ends as the run itself
// would, and changes no bit of the run.
#include "engine/features/studies/trained_copies.h"

#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

using namespace redraw;
using namespace redraw_test;

namespace {

// Configurations that cover full, random and row batches, and both optimizers.
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
              const char* name = "run.redraw") {
    return begun_run(folder / name, disc(), config, steps);
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

TEST_CASE_FIXTURE(RunInFolder, "before is the network as it was copied") {
    Trainer trainer = begun(folder, small_config({16, 16}, 400), 60);
    const MeasuredPsnr before = trainer.measure();
    CoolDownCopy copy(trainer, {}, 50);
    copy.advance();
    CHECK(copy.newest()->psnr_before == before.psnr);
}

TEST_CASE_FIXTURE(RunInFolder, "a copy that diverges says so") {
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

TEST_CASE("whatever is done beside a run leaves it alone, however it is being trained") {
    for (const Config& config : batches_and_optimizers()) {
        SessionInFolder w;
        const auto other = w.folder / "other.redraw", run = w.folder / "watched.redraw";
        write_image(w.folder / "disc.png", disc());
        begun(w.folder, small_config({8}, 20), 20, "other.redraw").commit();
        w.loop.perform(command::Open{w.folder / "disc.png", config, run});
        const Grid zoomed{-0.5, -0.5, 0.1, 0.2, 16, 12};
        for (const Command& command : std::initializer_list<Command>{
                 command::PreviewCoolDown{}, command::MeasureHeldOut{}, command::CompareWith{other},
                 ViewRequest{.region = zoomed}, command::SetBookmark{0, ""},
                 command::SetThrottle{50}, command::PreviewCoolDown{}, command::LeaveCompanions{},
                 command::SetBookmark{0, std::nullopt}, ViewRequest{.at_step = 0},
                 command::DropHeldOut{}, command::SetThrottle{100}, command::SetRunning{false},
                 command::PreviewCoolDown{}, ViewRequest{}}) {
            w.ask(command, 3);
            CHECK(w.status->error.empty());
        }
        w.until([&] {
            return w.status->result<CoolDown>() && w.status->result<CoolDown>()->finished();
        });
        w.loop.perform(command::SetRunning{true});
        w.until([&] { return w.status->phase == Phase::finished; });
        CHECK(w.status->result<CoolDown>()->finished());
        w.loop.perform(command::PreviewCoolDown{});  // a finished run has a preview, too
        w.rest();
        CHECK(w.status->result<CoolDown>()->from_step == w.status->step);
        w.loop.close();
        Trainer alone = begun(w.folder, config, 0, "alone.redraw");
        while (alone.advance(13) > 0) continue;
        CHECK(reading(run).state()->parameters == alone.parameters());
    }
}

TEST_CASE("what is foretold or measured of a run is dropped, and gone with what it was of") {
    const struct {
        Command begin, drop;
        bool (*is_there)(const Status&);
    } kinds[] = {
        {command::PreviewCoolDown{}, command::DropCoolDown{},
         [](const Status& s) { return s.result<CoolDown>() && s.result<CoolDown>()->drawing; }},
        {command::MeasureHeldOut{}, command::DropHeldOut{}, [](const Status& s) {
             return s.result<HeldOutMeasure>() && s.result<HeldOutMeasure>()->progress > 0;
         }}};
    for (const auto& kind : kinds) {
        const Command &begin = kind.begin, &drop = kind.drop;
        const auto is_there = kind.is_there;
        SessionInFolder w;
        write_image(w.folder / "disc.png", disc());
        const Config config = small_config({16, 16}, 1'000'000);
        w.loop.perform(command::Open{w.folder / "disc.png", config, w.folder / "run.redraw"});
        const auto ends_with = [&](const Command& command) {
            w.loop.perform(begin);
            w.until([&] { return is_there(*w.status); });
            w.ask(command::SetSchedule{w.status->config.schedule}, 5);  // no change: results stay
            CHECK(is_there(*w.status));
            w.loop.perform(command);
            w.until([&] {
                return !w.status->result<CoolDown>() && !w.status->result<HeldOutMeasure>();
            });
        };
        Schedule other = config.schedule;
        other.lr_max = 5e-4;
        for (const Command& command : std::initializer_list<Command>{
                 drop, command::SetSchedule{other}, command::Restart{config}, command::CoolDown{}})
            ends_with(command);
        w.until([&] { return w.status->phase == Phase::finished; });
    }
}
