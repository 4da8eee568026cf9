// Measuring on held-out pixels beside a run: the numbers of `redraw compare RUN`, and the run never
// knows.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"
#include "engine/studies/copies.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

// The ways a step may see the picture.
std::vector<Config> batches_and_encodings() {
    Config full = small_config({16, 16}, 120), random = full, rows = full, grid = full;
    random.data.batch = BatchMode::random;
    random.data.batch_size = 256;
    random.schedule.epochs = 30;
    rows.data.batch = BatchMode::rows;
    rows.data.batch_size = 7;
    rows.schedule.epochs = 30;
    grid.network.encoding = Encoding::grid;
    grid.network.activation = Activation::relu;
    return {full, random, rows, grid};
}

struct MeasuringSession : SessionInFolder {
    MeasuringSession() { write_image(folder / "disc.png", disc(3, 0.2f)); }
    void open(const Config& config) {
        loop.perform(command::Open{folder / "disc.png", config, folder / "run.redraw"});
    }
    void measure() {
        loop.handle(command::DropHeldOut{});
        until([&] { return !status->held_out; });  // of before
        loop.perform(command::MeasureHeldOut{});
        until([&] { return status->held_out && status->held_out->finished(); });
    }
};

bool same(const std::vector<Quality>& a, const std::vector<Quality>& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i)
        equal = a[i].method == b[i].method && a[i].psnr == b[i].psnr && a[i].ssim == b[i].ssim;
    return equal;
}

}  // namespace

TEST_CASE("the numbers are those of `redraw compare RUN` to the bit, and the run is what it was") {
    for (const Config& config : batches_and_encodings()) {
        MeasuringSession watched;
        watched.open(config);
        watched.loop.perform(command::MeasureHeldOut{});
        double last = 0;
        watched.until([&] {
            const auto& measure = watched.status->held_out;
            if (!measure) return false;
            CHECK(measure->progress >= last);
            last = measure->progress;
            return measure->finished();
        });
        watched.until([&] { return watched.status->phase == Phase::finished; });
        const auto while_training = watched.status->held_out->methods;
        watched.measure();  // of a finished run
        CHECK(same(watched.status->held_out->methods, while_training));
        watched.loop.close();

        const auto run = RunFile::open(watched.folder / "run.redraw", RunFile::Access::read_only);
        HeldOut compared(run.target(), run.config(), {});  // what the command line does
        while (!compared.advance()) continue;
        CHECK(same(compared.result().methods, while_training));
        CHECK(watched.status->held_out->schedule.epochs == compared.epochs());

        Trainer alone(start_run(watched.folder / "alone.redraw", disc(3, 0.2f), "disc.png", config),
                      {});
        while (alone.advance(13) > 0) continue;
        CHECK(run.state()->parameters == alone.parameters());
    }
}

TEST_CASE("it is cancelled, and gone with what it was measured of") {
    MeasuringSession w;
    w.loop.handle(command::MeasureHeldOut{});
    w.loop.work();
    CHECK_FALSE(w.status->error.empty());  // there is no run yet
    CHECK_FALSE(w.status->held_out);

    Config config = small_config({16, 16}, 120);
    config.schedule.epochs = 1'000'000;
    w.open(config);
    const auto begun = [&] {
        w.loop.perform(command::MeasureHeldOut{});
        w.until([&] { return w.status->held_out && w.status->held_out->progress > 0; });
        CHECK_FALSE(w.status->held_out->finished());
    };
    begun();
    w.loop.perform(command::DropHeldOut{});
    w.until([&] { return !w.status->held_out; });
    begun();
    w.loop.perform(command::SetSchedule{w.status->config.schedule});  // nothing changed
    for (int i = 0; i < 5; ++i) w.loop.work();
    CHECK(w.status->held_out);
    Schedule other = w.status->config.schedule;
    other.lr_max = 5e-4;
    w.loop.perform(command::SetSchedule{other});
    w.until([&] { return !w.status->held_out; });
    begun();
    w.loop.perform(command::Restart{config});
    w.until([&] { return !w.status->held_out; });
    begun();
    w.loop.perform(command::CoolDown{});
    w.until([&] { return !w.status->held_out; });
}

TEST_CASE("a paused run measures, and a finished measure goes with a changed schedule too") {
    MeasuringSession w;
    w.open(small_config({16, 16}, 120));
    w.loop.perform(command::SetRunning{false});
    w.measure();
    const std::int64_t step = w.status->step;
    CHECK(w.status->phase == Phase::paused);
    CHECK(w.loop.work() == SessionLoop::kForever);  // nothing left to do
    CHECK(w.status->step == step);
    Schedule longer = w.status->config.schedule;
    longer.epochs *= 2;
    w.loop.perform(command::SetSchedule{longer});
    w.until([&] { return !w.status->held_out; });
}

TEST_CASE("it says that it is done where the sheet that asked is closed") {
    MeasuringSession w;
    w.open(small_config({16, 16}, 120));
    ViewRequest sheet;
    sheet.export_view = ExportView{{80, 60}, {80, 60}};
    w.loop.perform(sheet);
    w.measure();
    CHECK(w.status->notice.text.find("held-out") == std::string::npos);
    w.loop.perform(ViewRequest{});
    w.measure();
    CHECK(w.status->notice.text.find("held-out") != std::string::npos);
}

TEST_CASE("a copy that diverges is said, and the run goes on") {
    Config config = small_config({16, 16}, 120);
    config.optimizer.kind = Optimizer::sgd;
    config.schedule.lr_max = 1e-9;
    config.schedule.warmup_epochs = 0;
    MeasuringSession w;
    w.open(config);
    w.loop.perform(command::SetRunning{false});
    Schedule wild = config.schedule;
    wild.lr_max = 100;
    w.loop.perform(command::SetSchedule{wild});
    w.loop.perform(command::MeasureHeldOut{});
    w.until([&] { return !w.status->error.empty(); });
    CHECK(w.status->error.find("one pixel in four diverged") != std::string::npos);
    CHECK_FALSE(w.status->held_out);
    CHECK(w.status->phase == Phase::paused);
    Schedule calm = wild;
    calm.lr_max = 1e-3;
    w.loop.perform(command::SetSchedule{calm});
    w.loop.perform(command::DismissMessage{});
    w.loop.perform(command::SetRunning{true});
    w.until([&] { return w.status->phase == Phase::finished; });
    CHECK(w.status->error.empty());
}

TEST_CASE("one pixel leaves nothing to hold out") {
    MeasuringSession w;
    write_image(w.folder / "dot.png", make_image(1, 1, 1, 0.5f));
    w.loop.perform(
        command::Open{w.folder / "dot.png", small_config({16, 16}, 120), w.folder / "dot.redraw"});
    w.loop.handle(command::MeasureHeldOut{});
    w.until([&] { return w.status->error.find("one pixel") != std::string::npos; });
    CHECK_FALSE(w.status->held_out);
}

TEST_CASE("plain interpolation of the training picture is exported where it is asked for") {
    MeasuringSession w;
    w.open(small_config({16, 16}, 120));
    ExportSpec spec{w.folder / "bicubic.png", ImageFormat::png, {120, 90}, {.bit_depth = 16}};
    spec.method = Method::bicubic;
    w.loop.perform(command::ExportPictures{{spec}, std::nullopt});
    w.until([&] { return w.status->notice.text.find("bicubic.png") != std::string::npos; });
    write_image(w.folder / "wanted.png", resample(*w.status->target, 120, 90, Filter::bicubic),
                spec.encoding);
    CHECK(load_picture(spec.path).image == load_picture(w.folder / "wanted.png").image);
}

TEST_CASE(
    "a number that was chosen is kept at another size, even if the old size would choose it") {
    MeasuringSession w;
    Config config = small_config({16, 16}, 120);
    config.data.train_size.longer_side = 20;
    w.open(config);
    CHECK(w.status->config.network.first_omega == 30);
    Config smoother = config;  // as Smoothness asks for it, and a larger size with it
    smoother.network.encoding = Encoding::grid;
    smoother.network.grid.finest = 20;
    smoother.data.train_size.longer_side = 40;
    w.loop.perform(command::Restart{smoother});
    w.until([&] { return w.status->target->width == 40; });
    CHECK(w.status->config.network.grid.finest == 20);
}
