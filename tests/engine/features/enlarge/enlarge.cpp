// Tests window networks, which enlarge pictures: gradients, equal bits, parts, runs and quality.
#include "engine/data/batch_by_size.h"
#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/run_summary.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/network/presets.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>

using namespace redraw;
using namespace redraw_test;

namespace {

Config two_layers(Tones tones = Tones::relative) {
    Config config = preset_config("enlarge");
    config.network.layers = {12, 9};
    config.network.window.tones = tones;
    config.network.window.made_by = {0.5, 0.3, 0.2};
    config.schedule.epochs = 2;
    config.data.batch_size = 100;
    return config;
}

std::shared_ptr<const Dataset> dataset_of(const Config& config, int width, int height,
                                          int channels) {
    return std::make_shared<const Dataset>(
        make_dataset_of_target(dead_leaves(width, height, channels, 2, 1), config));
}

constexpr BackendOptions kScalar{BackendKind::cpu, Precision::fp32, InstructionSet::scalar, 1};

std::unique_ptr<Backend> backend_of(const Config& config, std::shared_ptr<const Dataset> dataset,
                                    const BackendOptions& options = kScalar) {
    return make_backend(options, config.network, config.optimizer, dataset->target.channels,
                        dataset);
}

Image drawn_at(Backend& backend, const Grid& grid, int width, int height) {
    const Grid larger = resized(grid, width, height);
    return backend.render(larger, whole(larger))->on_host();
}

void check_in_range(const Image& image) {
    CHECK(std::ranges::all_of(image.values, [](float v) { return v >= 0 && v <= 1; }));
}

StepResult step(Backend& backend, float rate) {
    StepResult result;
    backend.train({&rate, 1}, {&result, 1});
    return result;
}

}  // namespace

TEST_CASE("the gradient is that of the loss") {
    for (const Tones tones : {Tones::relative, Tones::absolute}) {
        Config config = two_layers(tones);
        config.optimizer.kind = Optimizer::sgd;
        const auto dataset = dataset_of(config, 48, 40, 3);
        const auto backend = backend_of(config, dataset);
        std::vector<float> parameters = initial_parameters(config.network, 3, 5);
        const auto loss_at = [&](const std::vector<float>& at) {
            backend->load(fresh_state(at, Optimizer::sgd));
            return double(step(*backend, 0).loss);
        };
        backend->load(fresh_state(parameters, Optimizer::sgd));
        step(*backend, 1);  // the first moment of plain SGD is the gradient
        const std::vector<float> gradient = backend->save().first_moment;
        const auto shapes = layer_shapes(config.network, 3);
        CHECK(shapes.back().outputs == 1);
        const auto is_bias = [&](std::size_t i) {
            return std::ranges::any_of(shapes, [&](const LayerShape& shape) {
                return i >= shape.biases && i < shape.biases + std::size_t(shape.outputs);
            });
        };
        double error = 0, length = 0;
        for (std::size_t i = 0; i < parameters.size(); i += 3) {
            if (tones == Tones::relative && is_bias(i)) {
                CHECK(gradient[i] == 0);
                continue;
            }
            constexpr float kNudge = 4e-3f;
            std::vector<float> more = parameters, less = parameters;
            more[i] += kNudge;
            less[i] -= kNudge;
            const double slope = (loss_at(more) - loss_at(less)) / (2 * kNudge);
            error += (slope - gradient[i]) * (slope - gradient[i]);
            length += slope * slope;
        }
        CHECK(length > 0);
        CHECK(std::sqrt(error / length) < 0.02);
    }
}

TEST_CASE("threads, bursts and a stop in between change no bit") {
    Config config = preset_config("enlarge");
    config.network.window.tones = Tones::relative;
    const auto dataset = dataset_of(config, 64, 48, 3);
    const State start =
        fresh_state(initial_parameters(config.network, 3, config.seed), Optimizer::adam);
    const std::vector<float> rates{1e-3f, 2e-3f, 3e-3f, 1e-3f, 5e-4f, 4e-3f};
    const auto train = [&](int threads, std::vector<std::size_t> bursts) {
        auto backend = backend_of(config, dataset, {.kind = BackendKind::cpu, .threads = threads});
        backend->load(start);
        std::size_t done = 0;
        for (const std::size_t burst : bursts) {
            std::vector<StepResult> results(burst);
            backend->train(std::span(rates).subspan(done, burst), results);
            done += burst;
            const State state = backend->save();
            backend = backend_of(config, dataset, {.kind = BackendKind::cpu, .threads = threads});
            backend->load(state);
        }
        return backend->save();
    };
    const State once = train(1, {6});
    CHECK(once == train(2, {6}));
    CHECK(once == train(3, {1, 2, 3}));
}

TEST_CASE("a part of a drawing is that part of the whole, to the bit, at any size") {
    for (const int channels : {1, 3, 4})
        for (const BackendOptions& options :
             {BackendOptions{.kind = BackendKind::cpu, .threads = 2}, kScalar}) {
            const Config config = two_layers();
            const auto dataset = dataset_of(config, 23, 17, channels);
            const auto backend = backend_of(config, dataset, options);
            backend->load(
                fresh_state(initial_parameters(config.network, channels, 5), Optimizer::adam));
            for (const PixelSize size :
                 {PixelSize{46, 34}, {69, 51}, {23, 17}, {60, 40}, {10, 8}, {92, 68}}) {
                CAPTURE(size.width);
                const Grid grid = resized(dataset->grid, size.width, size.height);
                const Image whole_drawing = backend->render(grid, whole(grid))->on_host();
                CHECK(whole_drawing.channels == channels);
                for (const PixelRect part : {PixelRect{3, 2, 5, 4},
                                             {0, 7, size.width, 1},
                                             {size.width - 1, 0, 1, size.height}})
                    CHECK(backend->render(grid, part)->on_host() ==
                          mirrored_part(whole_drawing, part));
                check_in_range(whole_drawing);
            }
        }
}

TEST_CASE("points, grids beside the picture and deep zooms are drawn too") {
    const Config config = two_layers();
    const auto dataset = dataset_of(config, 30, 20, 3);
    const auto backend = backend_of(config, dataset);
    backend->load(fresh_state(initial_parameters(config.network, 3, 5), Optimizer::adam));
    std::vector<Grid> grids{{-3, -3, 3, 3, 40, 40},
                            {0.1, 0.1, 0.1001, 0.1001, 12, 9},
                            {0.1, 0.1, 0.1 + 1e-9, 0.1 + 1e-9, 5, 5},
                            {-1, -0.5, 1, 0.5, 1, 1}};
    for (const double at : {-1.0, -0.3, 0.2, 1.0})  // single points, as the pixel history draws
        grids.push_back({at, at / 2, at, at / 2, 1, 1});
    for (const Grid& grid : grids) {
        const Image drawn = backend->render(grid, whole(grid))->on_host();
        CHECK(drawn.width == grid.width);
        check_in_range(drawn);
    }
}

TEST_CASE("a network that says nothing is lacking draws interpolation that keeps the picture") {
    Config config = two_layers();
    config.network.window.made_by = {1, 0, 0};
    const auto dataset = dataset_of(config, 40, 32, 3);
    const auto backend = backend_of(config, dataset);
    backend->load(
        fresh_state(std::vector<float>(parameter_count(config.network, 3), 0.0f), Optimizer::adam));
    const Image back = halved(drawn_at(*backend, dataset->grid, 80, 64));
    double error = 0;
    for (std::size_t i = 0; i < back.values.size(); ++i)
        error = std::max(error, double(std::abs(back.values[i] - dataset->target.values[i])));
    CHECK(error < 0.1);  // after two back-projections, and clamping to [0, 1]
}

TEST_CASE("what is transparent does not bleed into the rest") {
    Config config = two_layers();
    const Image picture = painted(32, 32, 4, [](int x, int, int c) {
        return c == 0 ? (x < 16 ? 0.2 : 1.0) : c == 3 ? double(x < 16) : 1.0;
    });
    const auto dataset = std::make_shared<const Dataset>(make_dataset_of_target(picture, config));
    const auto backend = backend_of(config, dataset);
    // Zero parameters predict no correction, while an untrained network draws anything at edges.
    backend->load(
        fresh_state(std::vector<float>(parameter_count(config.network, 4), 0.0f), Optimizer::adam));
    for (const int size : {64, 48}) {
        const Image drawn = drawn_at(*backend, dataset->grid, size, size);
        for (int x = 0; x < size; ++x) {
            const float* pixel = drawn.row(size / 2) + 4 * x;
            CHECK(std::abs(pixel[0] - 0.2f) * pixel[3] < 0.05f);  // compares visible colour only
            if (x < size / 2 - 8) CHECK(pixel[3] > 0.98f);
            if (x > size / 2 + 8) CHECK(pixel[3] < 0.02f);
        }
    }
}

TEST_CASE("a run of it is stopped, opened again and drawn like any other") {
    const TemporaryFolder folder;
    Config config = preset_config("enlarge");
    config.schedule.epochs = 12;
    const Image picture = dead_leaves(64, 48, 3);
    const auto learned = [&](const char* name, bool stopped) {
        NewRun made = make_run(folder / name, Image(picture), "leaves", config);
        Trainer trainer(std::move(made.run), {.kind = BackendKind::cpu}, made.dataset);
        const Config& chosen = trainer.config();
        CHECK(chosen.network.window.tones == Tones::relative);
        CHECK(chosen.network.window.made_by != HalvingMix{});
        while (!trainer.finished() && !(stopped && trainer.step() >= 37)) trainer.advance(7);
        trainer.commit();
        return trainer.parameters();
    };
    const std::vector<float> once = learned("a.redraw", false);
    learned("b.redraw", true);
    Trainer again(RunFile::open(folder / "b.redraw"), {.kind = BackendKind::cpu});
    while (!again.finished()) again.advance(5);
    again.commit();
    CHECK(again.parameters() == once);
    CHECK(again.keyframes().size() > 40);

    const Grid grid = resized(again.dataset().grid, 128, 96);
    const Image live = drawn_at(again.backend(), again.dataset().grid, 128, 96);
    const RunFile run = RunFile::open(folder / "a.redraw", RunFile::Access::read_only);
    const auto backend = make_drawing_backend({.kind = BackendKind::cpu}, run, 3);
    CHECK(backend->render(grid, whole(grid), run.state()->parameters)->on_host() == live);
    // An export draws by rows, with the same bits.
    const Image rows =
        draw_rows(*backend, again.dataset().grid, {128, 96}, 31, 20, run.state()->parameters);
    CHECK(rows == mirrored_part(live, {0, 31, 128, 20}));
}

TEST_CASE("it draws better than interpolation, and measures that on cells it has not seen") {
    const Image sample = load_picture(REDRAW_SOURCE_DIR "/assets/sample.png").image;
    const Image truth = mirrored_part(luminance(sample), {100, 60, 256, 192});
    Config config = with_batch_by_size(preset_config("enlarge"), {128, 96});
    config.schedule.epochs = config.schedule.epochs / 3;  // enough to beat interpolation
    Enlargement job(halved(truth), config, {.kind = BackendKind::cpu});
    double before = 0;
    while (!job.advance()) {
        CHECK(job.progress() >= before);
        before = job.progress();
    }
    const HalfSizeResult& worth = job.worth();
    REQUIRE(worth.pixels > 0);
    CHECK(worth.better_than_network() == nullptr);
    const double network = psnr(drawn_at(job.backend(), job.dataset().grid, 256, 192), truth);
    const double lanczos = psnr(resample(*job.picture(), 256, 192, Filter::lanczos), truth);
    MESSAGE("over Lanczos: " << network - lanczos << " dB");
    CHECK(network > lanczos + 3);
}

TEST_CASE("of a picture with transparent parts only what is seen is measured") {
    const Image leaves = dead_leaves(96, 96, 3);
    Image cut = painted(96, 96, 4, [&](int x, int y, int c) {
        const bool seen = std::hypot(x - 48, y - 48) < 40;
        return c == 3 ? float(seen) : seen ? leaves.row(y)[3 * x + c] : 1.0f;
    });
    Config config = with_batch_by_size(preset_config("enlarge"), {96, 96});
    config.schedule.epochs = 2;
    Enlargement job(std::move(cut), config, {.kind = BackendKind::cpu});
    while (!job.advance()) continue;
    for (const Quality& method : job.worth().methods) CHECK(method.psnr > 15);
}

TEST_CASE("its epochs follow the size, and other presets are as they were when one goes back") {
    for (const PixelSize size : {PixelSize{64, 48}, PixelSize{384, 256}, PixelSize{6000, 4000}}) {
        const Config chosen = with_batch_by_size(preset_config("enlarge"), size);
        CHECK_NOTHROW(validate(chosen));
        CHECK(with_train_size(chosen, {.longer_side = 0}, size) == chosen);
        Config siren = preset_config("siren");
        siren.data.channels = ChannelMode::gray;
        siren.seed = 9;
        const Config there = with_preset(siren, "enlarge", size);
        CHECK(there.data.train_size.longer_side == 0);
        CHECK(there.data.channels == ChannelMode::gray);
        CHECK(there.seed == 9);
        const Config back = with_preset(there, "siren", size);
        CHECK_NOTHROW(validate(back));
        CHECK(back.network == siren.network);
    }
    Config full = preset_config("enlarge");
    full.data.batch = BatchMode::full;
    full.data.batch_size = 0;
    CHECK_THROWS_WITH_AS(validate(full), doctest::Contains("data.batch"), Error);
}

TEST_CASE("a drawing sees the tones that are told, a photograph their differences") {
    Image drawing = make_image(64, 64, 1, 1.0f);
    for (int i = 0; i < 64; ++i) drawing.row(i)[i] = 0;
    CHECK(resolve(preset_config("enlarge"), drawing).network.window.tones == Tones::absolute);
    const Config other = resolve(preset_config("enlarge"), dead_leaves(64, 64, 3));
    CHECK(other.network.window.tones == Tones::relative);
    CHECK(resolve(other, drawing) == other);  // resolved settings stay
    Config siren = preset_config("siren");
    siren.network.pixel = PixelModel::point;  // resolve() sets these two of SIREN
    siren.network.first_omega = 30;
    CHECK(resolve(preset_config("siren"), drawing) == siren);
}
