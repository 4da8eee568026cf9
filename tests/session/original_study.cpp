// The second number beside a drawing at rest: from the picture as it was opened, or from its half.
#include "engine/drawing/drawing.h"
#include "engine/enlarge/enlargement.h"
#include "engine/image/quality.h"
#include "engine/network/presets.h"
#include "engine/studies/studies.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw_test;

namespace {

struct MeasuredLeaves {
    TemporaryFolder folder;
    std::shared_ptr<const Image> picture = std::make_shared<const Image>(dead_leaves(48, 36, 3));
    Trainer trainer;
    OriginalStudy measure{picture};

    explicit MeasuredLeaves(const Config& config)
        : trainer(start_run(folder / "a.redraw", *picture, "leaves", config), {}) {
        learn_until(20);
    }
    void learn_until(std::int64_t step) {
        while (trainer.step() < step) trainer.advance(step - trainer.step());
    }
    const std::optional<OriginalPsnr>& at_rest() {
        while (measure.update(trainer, {}, nullptr)) continue;
        return measure.newest();
    }
};

Config learned_at(int side) {
    Config config = small_config({12}, Config().schedule.epochs);
    config.data.train_size.longer_side = side;
    config.data.channels = ChannelMode::color;
    return config;
}

}  // namespace

TEST_CASE("a larger original is what a drawing at rest is held against") {
    MeasuredLeaves b(learned_at(24));
    ShareOfTime share(0.1);
    CHECK_FALSE(b.measure.update(b.trainer, {}, &share));  // there is no time
    CHECK_FALSE(b.measure.newest());
    const auto first = b.at_rest();
    REQUIRE(first);
    CHECK(first->step == 20);
    CHECK(first->whole);
    CHECK_FALSE(first->own_half);
    const Image drawn =
        draw_rows(b.trainer.backend(), b.trainer.dataset().grid, {48, 36}, 0, 36, {});
    CHECK(first->psnr == doctest::Approx(psnr(drawn, *b.picture)));
    CHECK_FALSE(b.measure.update(b.trainer, {}, nullptr));  // once is enough
    b.learn_until(25);
    CHECK(b.at_rest()->step == 25);
    b.measure = OriginalStudy(nullptr);  // a run that is viewed without its picture
    CHECK_FALSE(b.at_rest());
}

TEST_CASE("nothing is said of a picture that is learned at its own size") {
    MeasuredLeaves b(learned_at(0));
    CHECK_FALSE(b.at_rest());
}

TEST_CASE("a network of windows is held against the picture from the picture's own half") {
    MeasuredLeaves b(preset_config("enlarge"));
    const auto found = b.at_rest();
    REQUIRE(found);
    CHECK(found->own_half);
    CHECK(found->step == 20);
    HalfSizeTest study(b.trainer.backend(), b.trainer.target());
    while (!study.advance()) continue;
    CHECK(found->psnr == float(study.worth().methods.front().psnr));
    CHECK(found->lanczos == float(study.worth().methods.back().psnr));
    CHECK(found->bicubic > 10);
}
