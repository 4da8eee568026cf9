// Tests the held-out measurement (a new network learns one pixel in four and is scored on the
// rest), alone and beside a run: its scores are those of `redraw compare RUN`.
#include "engine/data/resolve.h"
#include "engine/features/studies/trained_copies.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/presets.h"
#include "engine/training/new_run.h"
#include "tests/support/examples.h"
#include "tests/support/picture_samples.h"
#include "tests/support/threadless_session.h"

#include <limits>

using namespace redraw;
using namespace redraw::test;
using namespace redraw_test;

namespace {

Config config_of(PixelSize size) {
    Config config = redraw_test::small_config({12, 12}, 30);
    choose_by_size(config.network, size, 1);
    return config;
}

Image ramp(int width, int height) {
    return painted(width, height, 1, [](int x, int y, int) { return 0.1 + 0.02 * x + 0.03 * y; });
}

HeldOutResult finished(HeldOut& study) {
    double last = 0;
    while (!study.advance()) {
        CHECK(study.progress() >= last);
        last = study.progress();
    }
    CHECK(study.progress() == doctest::Approx(1));
    return study.result();
}

// Configurations that cover full, random and row batches, and the grid encoding.
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
        until([&] {
            return !status->result<HeldOutMeasure>();
        });  // waits until the last result is dropped
        loop.perform(command::MeasureHeldOut{});
        until([&] {
            return status->result<HeldOutMeasure>() && status->result<HeldOutMeasure>()->finished();
        });
    }
};

bool same(const std::vector<Quality>& a, const std::vector<Quality>& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i)
        equal = a[i].method == b[i].method && a[i].psnr == b[i].psnr && a[i].ssim == b[i].ssim;
    return equal;
}

}  // namespace

TEST_CASE("a pixel in four is learned at its own place in the whole picture") {
    for (const PixelSize size : {PixelSize{24, 16}, {17, 31}, {2, 1}}) {
        const Image target = random_image(size.width, size.height, 3, 255);
        const Dataset dataset = one_in_four(target, config_of(size));
        const Grid whole_grid = picture_grid(size.width, size.height);
        REQUIRE(dataset.target.width == (size.width + 1) / 2);
        REQUIRE(dataset.target.height == (size.height + 1) / 2);
        CHECK(dataset.grid.width == dataset.target.width);
        CHECK(dataset.grid.height == dataset.target.height);
        for (int y = 0; y < dataset.target.height; ++y)
            for (int x = 0; x < dataset.target.width; ++x) {
                CHECK(dataset.grid.x(x) == doctest::Approx(whole_grid.x(2 * x)).epsilon(1e-6));
                CHECK(dataset.grid.y(y) == doctest::Approx(whole_grid.y(2 * y)).epsilon(1e-6));
                for (int c = 0; c < 3; ++c)
                    CHECK(dataset.target.row(y)[x * 3 + c] == target.row(2 * y)[2 * x * 3 + c]);
            }
        const Image others = held_out_pixels(target);
        CHECK(others.pixel_count() + dataset.target.pixel_count() == target.pixel_count());
    }
}

TEST_CASE("interpolation lies on the same pixels: it keeps them, and continues a ramp") {
    const Image target = ramp(21, 15);
    const Image known = one_in_four(target, config_of({21, 15})).target;
    for (const Filter filter :
         {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos}) {
        const Image drawn = resample_between(known, 21, 15, filter);
        for (int y = 0; y < 15; y += 2)
            for (int x = 0; x < 21; x += 2)
                CHECK(drawn.row(y)[x] == doctest::Approx(target.row(y)[x]).epsilon(1e-6));
    }
    // Odd sides end in a known pixel, so no value is extrapolated beyond the last one.
    const Image bilinear = resample_between(known, 21, 15, Filter::bilinear);
    for (std::size_t i = 0; i < target.values.size(); ++i)
        CHECK(bilinear.values[i] == doctest::Approx(target.values[i]).epsilon(1e-6));
    const Image nearest = resample_between(known, 21, 15, Filter::nearest);
    CHECK(nearest.row(0)[1] == target.row(0)[2]);  // a tie takes the right or lower pixel
    CHECK(nearest.row(9)[19] == target.row(10)[20]);
}

TEST_CASE("the comparison is of the held out pixels only, and repeats to the bit") {
    const Image target = random_image(18, 13, 1, 255);
    const Config config = config_of({18, 13});
    HeldOut study(target, config, {.threads = 1});
    const HeldOutResult result = finished(study);
    REQUIRE(result.methods.size() == 5);
    CHECK(result.methods[0].method == "network");
    CHECK(result.methods[0].psnr == psnr(held_out_pixels(result.drawing), held_out_pixels(target)));
    CHECK(result.methods[0].ssim == ssim(result.drawing, target));
    for (const Quality& method : result.methods) CHECK(std::isfinite(method.psnr));
    CHECK(study.pixels_learned() == 63);
    CHECK(study.pixels_held_out() == 18 * 13 - 63);
    HeldOut again(target, config, {.threads = 2});
    CHECK(finished(again).drawing == result.drawing);
    Image other = target;
    // Changing a held-out pixel changes no bit, because the network does not learn it.
    other.row(1)[0] = 1 - other.row(1)[0];
    HeldOut unseen(other, config, {.threads = 1});
    CHECK(finished(unseen).drawing == result.drawing);
}

TEST_CASE("minibatches and fewer epochs are done too") {
    const Image target = random_image(16, 10, 3, 255);
    Config config = config_of({16, 10});
    config.data.batch = BatchMode::rows;
    config.data.batch_size = 8;
    HeldOut study(target, config, {.threads = 1}, 4);
    CHECK(study.epochs() == 4);
    CHECK(finished(study).methods.size() == 5);
    HeldOut whole_run(target, config, {.threads = 1});
    CHECK(whole_run.epochs() == 30);
}

TEST_CASE("one pixel leaves nothing to hold out") {
    CHECK_THROWS_AS(HeldOut(make_image(1, 1, 1), config_of({1, 1}), {}), Error);
}

TEST_CASE("a copy that diverges is said, not compared") {
    Config config = config_of({16, 10});
    config.network.activation = Activation::relu;
    config.optimizer.kind = Optimizer::sgd;
    config.schedule.lr_max = 1e30;
    config.schedule.warmup_epochs = 0;
    HeldOut study(random_image(16, 10, 1, 255), config, {.threads = 1});
    CHECK_THROWS_AS(finished(study), Error);
}

TEST_CASE("the verdict names who wins, by how much, and when SSIM disagrees") {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const struct {
        Quality network, bicubic;
        const char* said;
    } cases[] = {
        {{"", 30, 0.9},
         {"", 31.25, 0.95},
         "Plain interpolation does better here: bicubic by 1.25 dB."},
        {{"", 33, 0.97}, {"", 31, 0.95}, "The network does better here: by 2.00 dB over bicubic."},
        {{"", 33, 0.9},
         {"", 31, 0.95},
         "The network does better here: by 2.00 dB over bicubic. SSIM says the opposite."},
        {{"", 30, 0.9},
         {"", 30.001, 0.95},
         "The network and plain interpolation (bicubic) are equally close."},
        {{"", kInfinite, 1},
         {"", kInfinite, 1},
         "The network and plain interpolation (bicubic) are equally close."},
        {{"", 30, 0.9},
         {"", kInfinite, 1},
         "Plain interpolation does better here: bicubic to the last bit."}};
    for (auto [network, bicubic, said] : cases) {
        network.method = "network";
        bicubic.method = "bicubic";
        const Quality methods[] = {network, {"nearest", 3, 0.1}, bicubic};
        CHECK(verdict(methods) == said);
    }
}

TEST_CASE("the numbers are those of `redraw compare RUN` to the bit, and the run is what it was") {
    for (const Config& config : batches_and_encodings()) {
        MeasuringSession watched;
        watched.open(config);
        watched.loop.perform(command::MeasureHeldOut{});
        double last = 0;
        watched.until([&] {
            const auto& measure = watched.status->result<HeldOutMeasure>();
            if (!measure) return false;
            CHECK(measure->progress >= last);
            last = measure->progress;
            return measure->finished();
        });
        watched.until([&] { return watched.status->phase == Phase::finished; });
        const auto while_training = watched.status->result<HeldOutMeasure>()->methods;
        watched.measure();  // measures again after the training
        CHECK(same(watched.status->result<HeldOutMeasure>()->methods, while_training));
        watched.loop.close();
        const auto run = reading(watched.folder / "run.redraw");
        HeldOut compared(run.target(), run.config(), {});  // as `redraw compare RUN` does
        while (!compared.advance()) continue;
        CHECK(same(compared.result().methods, while_training));
        CHECK(watched.status->result<HeldOutMeasure>()->schedule.epochs == compared.epochs());
        Trainer alone(start_run(watched.folder / "alone.redraw", disc(3, 0.2f), "disc.png", config),
                      {});
        while (alone.advance(13) > 0) continue;
        CHECK(run.state()->parameters == alone.parameters());
    }
}

TEST_CASE_FIXTURE(MeasuringSession, "a paused run measures; a measure goes with its schedule") {
    open(small_config({16, 16}, 120));
    loop.perform(command::SetRunning{false});
    measure();
    const std::int64_t step = status->step;
    CHECK(status->phase == Phase::paused);
    CHECK(loop.work() == SessionLoop::kForever);  // the paused session has nothing left to do
    CHECK(status->step == step);
    Schedule longer = status->config.schedule;
    longer.epochs *= 2;
    loop.perform(command::SetSchedule{longer});
    until([&] { return !status->result<HeldOutMeasure>(); });
}

TEST_CASE_FIXTURE(MeasuringSession, "where the sheet is closed it says that it is done") {
    open(small_config({16, 16}, 120));
    ViewRequest sheet;
    sheet.export_view = ExportView{{80, 60}, {80, 60}};
    loop.perform(sheet);
    measure();
    CHECK(status->notice.text.find("hidden pixels") == std::string::npos);
    loop.perform(ViewRequest{});
    measure();
    CHECK(status->notice.text.find("hidden pixels") != std::string::npos);
}

TEST_CASE_FIXTURE(MeasuringSession, "a copy that diverges is said, and the run goes on") {
    Config config = small_config({16, 16}, 120);
    config.optimizer.kind = Optimizer::sgd;
    config.schedule.lr_max = 1e-9;
    config.schedule.warmup_epochs = 0;
    open(config);
    loop.perform(command::SetRunning{false});
    Schedule wild = config.schedule;
    wild.lr_max = 100;
    loop.perform(command::SetSchedule{wild});
    loop.perform(command::MeasureHeldOut{});
    until([&] { return !status->error.empty(); });
    CHECK(status->error.find("test copy diverged") != std::string::npos);
    CHECK_FALSE(status->result<HeldOutMeasure>());
    CHECK(status->phase == Phase::paused);
    Schedule calm = wild;
    calm.lr_max = 1e-3;
    loop.perform(command::SetSchedule{calm});
    loop.perform(command::DismissMessage{});
    loop.perform(command::SetRunning{true});
    until([&] { return status->phase == Phase::finished; });
    CHECK(status->error.empty());
}

TEST_CASE_FIXTURE(MeasuringSession, "a number that was chosen is kept at another size") {
    Config config = small_config({16, 16}, 120);
    config.data.train_size.longer_side = 20;
    open(config);
    CHECK(status->config.network.first_omega == 30);
    Config smoother = config;  // as the Smoothness setting does; learns a larger size, too
    smoother.network.encoding = Encoding::grid;
    smoother.network.grid.finest = 20;
    smoother.data.train_size.longer_side = 40;
    loop.perform(command::Restart{smoother});
    until([&] { return status->target->width == 40; });
    CHECK(status->config.network.grid.finest == 20);
}
