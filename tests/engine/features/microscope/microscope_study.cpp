// Tests the microscope, which explains one pixel's way through the network beside a run: it
// explains only what is asked for and changes no bit of the run.
#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

using namespace redraw;
using namespace redraw_test;

namespace {

struct Observed {
    TemporaryFolder folder;
    Trainer trainer;
    MicroscopeStudy study;
    ViewRequest view;

    explicit Observed(Config config = small_config({8, 6}, 60), std::int64_t steps = 20)
        : trainer(begun_run(folder / "run.redraw",
                            painted(12, 9, 1, [](int x, int y, int) { return x > y; }), config,
                            steps)) {
        view.microscope = {5, 4, {}, {}};
    }
    std::shared_ptr<const Microscope> explained() {
        CHECK_FALSE(study.update(trainer, view, nullptr));
        return study.newest();
    }
};

}  // namespace

TEST_CASE("nothing is explained unless it is asked for, and nothing is kept when it is closed") {
    Observed bench;
    const auto asked = std::exchange(bench.view.microscope, std::nullopt);
    CHECK_FALSE(bench.explained());
    bench.view.microscope = asked;
    const auto now = bench.explained();
    REQUIRE(now);
    CHECK(bench.explained() == now);  // the same pixel is not explained again
    bench.view.microscope->column = 7;
    CHECK(bench.explained()->column == 7);
    bench.view.microscope.reset();
    CHECK_FALSE(bench.explained());
}

TEST_CASE("now has the whole step, a keyframe only what it keeps, the first one all") {
    Observed bench;
    const auto now = bench.explained();
    REQUIRE(now->update);
    CHECK(now->step == 20);
    CHECK(now->update->knows_moments);
    CHECK(now->update->gradient);
    const std::size_t at = *now->update->link.parameter;
    CHECK(now->update->before == bench.trainer.parameters()[at]);
    for (const std::int64_t step : {7, 0}) {
        bench.view.at_step = step;
        const auto past = bench.explained();
        CHECK(past->step == step);
        CHECK(past->update->knows_moments == (step == 0));
        CHECK(past->update->gradient);
        CHECK(past->update->before ==
              bench.trainer.parameters_at(step)->at(*past->update->link.parameter));
    }
    const auto last = bench.study.newest();
    bench.view.at_step = 12'345;  // a step without a keyframe: the last explanation stays
    CHECK(bench.explained() == last);
    bench.view.microscope->column = 6;  // the last explanation is not of this pixel
    CHECK_FALSE(bench.explained());
    bench.view.microscope->column = 5;
    bench.view.at_step.reset();
    CHECK(bench.explained()->step == 20);
    // The run's next step changes the parameter as the explanation predicted.
    advance_to(bench.trainer, 21);
    CHECK(bench.trainer.parameters()[at] == doctest::Approx(now->update->after).epsilon(1e-5));
}

TEST_CASE("a rate that changes while training pauses is explained anew") {
    Observed bench;
    const double rate = bench.explained()->update->rate;
    Schedule faster = bench.trainer.config().schedule;
    faster.lr_max *= 2;
    bench.trainer.set_schedule(faster, true);
    CHECK(bench.explained()->update->rate > rate);
}

TEST_CASE("the run's bits are the same, and while it trains a share of the time is kept") {
    Observed watched, alone;
    ShareOfTime share(0.1), never(1e-9);
    for (int i = 0; i < 20; ++i) {
        advance_to(watched.trainer, watched.trainer.step() + 1);
        watched.view.microscope->row = i % 9;
        watched.view.at_step = i % 2 ? std::optional<std::int64_t>(i) : std::nullopt;
        CHECK_FALSE(watched.study.update(watched.trainer, watched.view, &share));
        CHECK(watched.study.newest()->row == i % 9);  // a new pixel is explained at once
    }
    { const ShareOfTime::Part part(&never); }
    watched.view.at_step.reset();
    watched.view.microscope->row = 3;
    watched.study.update(watched.trainer, watched.view, &never);
    const auto now = watched.study.newest();
    CHECK(now->step == 40);
    advance_to(watched.trainer, 41);
    CHECK_FALSE(watched.study.update(watched.trainer, watched.view, &never));
    CHECK(watched.study.newest() == now);  // step 41 waits until the study has time again
    advance_to(alone.trainer, 41);
    CHECK(watched.trainer.backend().save() == alone.trainer.backend().save());
}

TEST_CASE_FIXTURE(SessionInFolder, "a session explains a pixel and forgets it") {
    const auto picture = folder / "picture.png";
    write_image(picture, painted(12, 9, 1, [](int x, int y, int) { return x > y; }));
    open(picture, small_config({8, 6}, 40));
    until([&] { return status->phase == Phase::finished; });
    ViewRequest view;
    view.microscope = {3, 2, NeuronIndex{0, 1}, 1};
    ask(view);
    rest();
    REQUIRE(status->result<Microscope>());
    CHECK(status->result<Microscope>()->unit.index == NeuronIndex{0, 1});
    ask(ViewRequest{});
    rest();
    CHECK_FALSE(status->result<Microscope>());
}
