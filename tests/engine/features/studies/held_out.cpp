// Tests the held-out measurement of `redraw compare RUN`: a new network learns one pixel in four
// and is scored on the rest.
#include "engine/features/studies/held_out.h"
#include "engine/data/resolve.h"
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
