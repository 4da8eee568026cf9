// Tests that networks and views beside a run change no bit of it.

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

TEST_CASE("whatever is done beside a run leaves it alone, however it is being trained") {
    for (const Config& config : batches_and_optimizers()) {
        SessionInFolder w;
        const auto other = w.folder / "other.redraw", run = w.folder / "watched.redraw";
        write_image(w.folder / "disc.png", disc());
        begun(w.folder, small_config({8}, 20), 20, "other.redraw").commit();
        w.loop.perform(command::Open{w.folder / "disc.png", config, run});
        const Grid zoomed{-0.5, -0.5, 0.1, 0.2, 16, 12};
        for (const Command& command : std::initializer_list<Command>{
                 command::LearnEnlargement{}, command::CompareWith{other},
                 ViewRequest{.region = zoomed}, command::SetBookmark{0, ""},
                 command::SetThrottle{50}, command::LeaveComparison{},
                 command::SetBookmark{0, std::nullopt}, ViewRequest{.at_step = 0},
                 command::SetThrottle{100}, command::SetRunning{false}, ViewRequest{}}) {
            w.ask(command, 3);
            CHECK(w.status->error.empty());
        }
        w.loop.perform(command::SetRunning{true});
        w.until([&] { return w.status->phase == Phase::finished; });
        w.loop.close();
        Trainer alone = begun(w.folder, config, 0, "alone.redraw");
        while (alone.advance(13) > 0) continue;
        CHECK(reading(run).state()->parameters == alone.parameters());
    }
}
