// Tests the PSNR values shown beside a drawing: compared with the training target, and with a
// larger original.
#include "engine/drawing/drawing.h"
#include "engine/drawing/run_summary.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/network/presets.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <algorithm>
#include <cmath>

using namespace redraw;
using namespace redraw_test;

namespace {

Config leaves_in_batches(std::int64_t epochs) {
    Config config = small_config({24, 24}, epochs);
    config.data.batch = BatchMode::stratified;
    config.data.batch_size = 500;
    config.data.train_size.longer_side = 0;
    return config;
}

// Calculates the PSNR of the drawing at training size from the run file, at a keyframe or now.
double measured_apart(const RunFile& run, std::optional<std::int64_t> step) {
    const Image target = run.target();
    const Grid grid = picture_grid(target.width, target.height);
    const auto backend = make_drawing_backend({}, run, target.channels);
    const auto parameters = step ? run.parameters_at(*step) : latest_parameters(run);
    return drawn_psnr(*backend, target, grid, parameters.value());
}

struct LearnedLeaves : SessionInFolder {
    std::filesystem::path picture = folder / "leaves.png", run = folder / "leaves.redraw";
    LearnedLeaves() { write_image(picture, dead_leaves(150, 130, 3, 5)); }
};

struct MeasuredLeaves {
    TemporaryFolder folder;
    std::shared_ptr<const Image> picture = std::make_shared<const Image>(dead_leaves(48, 36, 3));
    Trainer trainer;
    OriginalStudy measure{StudyTools{.picture = picture}};

    explicit MeasuredLeaves(const Config& config)
        : trainer(begun_run(folder / "a.redraw", *picture, config, 20)) {}
    const std::shared_ptr<const OriginalPsnr>& at_rest() {
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

TEST_CASE("finished and reopened, the number is the drawing's") {
    LearnedLeaves session;
    session.open(session.picture, leaves_in_batches(3), session.run);
    session.until([&] { return session.status->phase == Phase::finished; });
    session.rest();
    const float shown = session.status->psnr;
    const auto measured = session.status->measured;
    const auto keyframes = session.status->keyframes;
    session.loop.close();
    const RunFile run = reading(session.run);
    CHECK(shown == doctest::Approx(measured_apart(run, {})).epsilon(1e-5));
    CHECK(read_run_summary(session.run).psnr == shown);
    for (const Keyframe& keyframe : *keyframes) {
        if (keyframe.step == 0 || keyframe.step == session.status->step) continue;
        const auto found =
            std::ranges::lower_bound(*measured, keyframe.step, {}, &MeasuredPsnr::step);
        REQUIRE(found != measured->end());
        REQUIRE(found->step == keyframe.step);
        CHECK(found->whole);
        CHECK(found->psnr == doctest::Approx(measured_apart(run, keyframe.step)).epsilon(1e-5));
    }
    SessionInFolder again;  // view only: the first session holds the file
    again.open(session.run);
    CHECK(again.status->psnr == shown);
    for (int i = 0; i < 200; ++i) again.loop.work();
    CHECK(again.status->psnr == shown);
}

TEST_CASE_FIXTURE(LearnedLeaves,
                  "the list of runs compares with the original, as the window does") {
    Config config = leaves_in_batches(3);
    config.data.train_size.longer_side = 60;
    open(picture, config, run);
    until([&] { return status->phase == Phase::finished; });
    until([&] { return bool(status->result<OriginalPsnr>()); });
    const float shown = status->result<OriginalPsnr>()->psnr;
    loop.close();
    const RunSummary summary = read_run_summary(run);
    CHECK(summary.picture == PixelSize{150, 130});
    CHECK(summary.size == PixelSize{60, 52});
    CHECK(std::isnan(summary.original_psnr));
    CHECK(original_psnr(run, {.kind = BackendKind::cpu, .threads = 1}) ==
          doctest::Approx(shown).epsilon(1e-4));
    CHECK(shown != summary.psnr);
}

TEST_CASE_FIXTURE(LearnedLeaves, "at a pause it is measured anew, the moment looked at first") {
    open(picture, leaves_in_batches(400), run);
    until([&] { return status->step > 60; });
    loop.perform(command::SetRunning{false});
    ViewRequest view;
    view.at_step = 20;
    loop.perform(view);
    const auto is_known = [&](std::int64_t step) {
        return std::ranges::any_of(
            *status->measured, [&](const MeasuredPsnr& of) { return of.step == step && of.whole; });
    };
    until([&] { return is_known(20); });
    CHECK_FALSE(is_known(status->keyframes->at(1).step));
    rest();
    CHECK(is_known(status->step));
    const float shown = status->psnr;
    loop.close();
    CHECK(shown == doctest::Approx(measured_apart(reading(run), {})).epsilon(1e-5));
}

TEST_CASE("a larger original is what a drawing at rest is held against") {
    MeasuredLeaves b(learned_at(24));
    ShareOfTime share(0.1);
    CHECK_FALSE(b.measure.update(b.trainer, {}, &share));  // measures nothing while the run trains
    CHECK_FALSE(b.measure.newest());
    const auto first = b.at_rest();
    REQUIRE(first);
    CHECK(first->step == 20);
    CHECK(first->whole);
    CHECK_FALSE(first->own_half);
    const Image drawn =
        draw_rows(b.trainer.backend(), b.trainer.dataset().grid, {48, 36}, 0, 36, {});
    CHECK(first->psnr == doctest::Approx(psnr(drawn, *b.picture)));
    CHECK_FALSE(b.measure.update(b.trainer, {}, nullptr));  // the same step is not measured again
    advance_to(b.trainer, 25);
    CHECK(b.at_rest()->step == 25);
    b.measure = OriginalStudy(StudyTools());  // the run's file has no larger original
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
