// The number that the window shows is the drawing's: at the end, at a pause, of every kept step,
// and once the run is opened again.
#include "engine/studies/studies.h"

#include "engine/drawing/run_summary.h"
#include "engine/image/image_writer.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

#include <algorithm>

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

// Of what an export at the size learned writes, at a kept step or now.
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

}  // namespace

TEST_CASE("finished and reopened, the shown PSNR is the drawing's, of every kept step too") {
    LearnedLeaves session;
    session.open(session.picture, leaves_in_batches(3), session.run);
    session.until([&] { return session.status->phase == Phase::finished; });
    session.rest();
    const float shown = session.status->psnr;
    const auto measured = session.status->measured;
    const auto keyframes = session.status->keyframes;
    session.loop.close();

    const RunFile run = RunFile::open(session.run, RunFile::Access::read_only);
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
    SessionInFolder again;  // a view: the other session still has it
    again.open(session.run);
    CHECK(again.status->psnr == shown);
    for (int i = 0; i < 200; ++i) again.loop.work();
    CHECK(again.status->psnr == shown);
}

TEST_CASE("at a pause the shown PSNR is measured anew, and the moment looked at comes first") {
    LearnedLeaves session;
    session.open(session.picture, leaves_in_batches(400), session.run);
    session.until([&] { return session.status->step > 60; });
    session.loop.perform(command::SetRunning{false});
    ViewRequest view;
    view.at_step = 20;
    session.loop.perform(view);
    const auto is_known = [&](std::int64_t step) {
        return std::ranges::any_of(*session.status->measured, [&](const MeasuredPsnr& of) {
            return of.step == step && of.whole;
        });
    };
    session.until([&] { return is_known(20); });
    CHECK_FALSE(is_known(session.status->keyframes->at(1).step));
    session.rest();
    CHECK(is_known(session.status->step));
    const float shown = session.status->psnr;
    session.loop.close();
    CHECK(shown == doctest::Approx(
                       measured_apart(RunFile::open(session.run, RunFile::Access::read_only), {}))
                       .epsilon(1e-5));
}
