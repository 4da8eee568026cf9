// What the window advises: for each trouble its way out, once, and nothing to somebody who did not
// ask.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

Status finished() {
    Status status = example_status();
    status.phase = Phase::finished;
    status.picture = status.target;
    return status;
}

AdviceMemory watched(const Status& status) {
    return {.run_serial = status.run_serial, .trained = true};
}

AdviceAct first_act(const std::optional<Advice>& given) {
    REQUIRE(given);
    REQUIRE_FALSE(given->buttons.empty());
    return given->buttons.front().act;
}

// What its first button asks for.
Requests click_advice(Studio& studio) {
    studio.draw();
    const auto given = advice(studio.status, studio.state.notices.advice);
    REQUIRE(given);
    for (const Requests& r : studio.click(given->buttons.at(0).label))
        if (running_of(r)) return r;
    FAIL("the button of the advice does not train");
    return {};
}

}  // namespace

TEST_CASE("each trouble has its way out, and other errors are only said") {
    Status status = example_status();
    CHECK_FALSE(advice(status, {}));
    status.error = "Something.";
    const std::pair<ErrorKind, AdviceAct> ways[] = {
        {ErrorKind::diverged, AdviceAct::lower_rate},
        {ErrorKind::not_saved, AdviceAct::save_copy},
        {ErrorKind::not_opened, AdviceAct::open_another},
    };
    for (const auto& [error_kind, act] : ways) {
        status.error_kind = error_kind;
        const auto given = advice(status, {});
        CHECK(first_act(given) == act);
        CHECK(given->sentence == "Something.");
        CHECK(given->error_kind);
    }
    status.error_kind = ErrorKind::other;
    CHECK(advice(status, {})->buttons.empty());
}

TEST_CASE("a finished run: train longer, or learn it larger where that is sensible") {
    Status status = finished();
    CHECK(first_act(advice(status, watched(status))) == AdviceAct::train_longer);
    status.psnr = 48;
    status.picture = gray(400, 200);
    const auto larger = advice(status, watched(status));
    CHECK(first_act(larger) == AdviceAct::learn_larger);
    CHECK(larger->buttons.front().label == "Learn it at 80");
    status.psnr = 12;  // it has not learned the small one
    CHECK(first_act(advice(status, watched(status))) == AdviceAct::train_longer);
    status.psnr = NAN;
    CHECK(first_act(advice(status, watched(status))) == AdviceAct::train_longer);
    status.psnr = 48;
    const auto target = status.target;
    status.picture = gray(3000, 2000);
    status.target = gray(512, 341);
    status.config.schedule.seconds = 10;
    CHECK(advice(status, watched(status))->buttons.front().label == "Learn it at 1024 in 1 min");
    const Config next = learned_larger(status.config, status);
    CHECK(next.data.train_size == TrainSize{.longer_side = 1024});
    CHECK(next.schedule.seconds == 60);
    status.target = target;
    status.picture = nullptr;  // of an imported run
    CHECK(first_act(advice(status, watched(status))) == AdviceAct::train_longer);
}

TEST_CASE("a finished run is offered a race where nothing better is, and it did not race") {
    Status status = finished();
    const auto offers = [&] {
        const auto given = advice(status, watched(status));
        return given->buttons.back().act == AdviceAct::race;
    };
    CHECK(offers());
    status.companions = {std::make_shared<const Companion>()};
    CHECK_FALSE(offers());
    status.companions.clear();
    status.psnr = 48;
    status.picture = gray(400, 200);
    CHECK_FALSE(offers());  // learning it larger is what is worth doing
}

TEST_CASE("nobody is told what they know: a run opened finished, a dismissed one, an export") {
    Status status = finished();
    AdviceMemory memory;
    remember(memory, status);
    CHECK_FALSE(advice(status, memory));

    status.phase = Phase::training;
    remember(memory, status);
    CHECK_FALSE(advice(status, memory));
    status.phase = Phase::finished;
    remember(memory, status);
    CHECK(advice(status, memory));
    memory.dismissed = true;
    status.phase = Phase::training;  // trained longer, and finished again
    remember(memory, status);
    status.phase = Phase::finished;
    CHECK_FALSE(advice(status, memory));

    ++status.run_serial;
    status.phase = Phase::training;
    remember(memory, status);
    status.phase = Phase::finished;
    CHECK(advice(status, memory));
    status.job = JobStatus{};
    CHECK_FALSE(advice(status, memory));
}

TEST_CASE("after divergence one button halves the rate and trains on, and Ctrl+Z takes it back") {
    Studio studio;
    studio.status.phase = Phase::paused;
    studio.status.error = "Training diverged.";
    studio.status.error_kind = ErrorKind::diverged;
    const double before = studio.state.settings.edited.schedule.lr_max;
    const Requests asked = click_advice(studio);
    CHECK(schedule_of(asked).value().lr_max == doctest::Approx(before / 2));
    CHECK(*running_of(asked));
    CHECK_FALSE(restart_of(asked));
    REQUIRE(schedule_of(studio.press(Key::z, true)));
    CHECK(studio.state.settings.edited.schedule.lr_max == before);
}

TEST_CASE("a finished run trains twice as long") {
    Studio studio;
    studio.draw();
    studio.status.phase = Phase::finished;
    studio.status.picture = studio.status.target;
    CHECK(schedule_of(click_advice(studio)).value().epochs ==
          2 * studio.status.config.schedule.epochs);
}

TEST_CASE("notices float: nothing moves under the mouse") {
    Studio studio;
    studio.draw();
    const ImVec2 pane = studio.state.centre.pane;
    studio.state.notices.message = "A sentence.";
    studio.draw();
    studio.draw();
    CHECK(studio.state.notices.height == 46);
    CHECK(studio.state.centre.pane.y == pane.y);
    studio.state.notices.message.clear();
    studio.draw();
    CHECK(studio.state.notices.height == 0);
    CHECK(studio.state.centre.pane.y == pane.y);
}

TEST_CASE("a run that a kill interrupted comes back as it was seen, and goes on when asked") {
    Studio studio;
    studio.draw();
    studio.status.phase = Phase::paused;
    studio.status.run_path = "/runs/a.redraw";
    studio.state.interrupted = Interrupted{"/runs/a.redraw", {7, 11, 5}};
    ++studio.status.run_serial;
    studio.draw();
    CHECK_FALSE(studio.state.interrupted);
    CHECK(studio.state.centre.canvas.zoom == 7);
    const auto given = advice(studio.status, studio.state.notices.advice);
    REQUIRE(given);
    CHECK(given->sentence == "Interrupted at epoch 500 of 1,000; nothing is lost.");
    CHECK(running_of(click_advice(studio)) == true);
    studio.status.phase = Phase::training;
    studio.draw();
    studio.status.phase = Phase::paused;  // by hand
    CHECK_FALSE(advice(studio.status, studio.state.notices.advice));
    // Another run than the one that was open: nothing of it.
    studio.state.interrupted = Interrupted{"/runs/b.redraw", {7, 11, 5}};
    studio.state.centre.canvas = {};
    ++studio.status.run_serial;
    studio.draw();
    CHECK(studio.state.centre.canvas.zoom == 0);
    CHECK_FALSE(advice(studio.status, studio.state.notices.advice));
}

TEST_CASE("that it was interrupted comes before what may be wrong with it") {
    Status status = example_status();
    status.phase = Phase::paused;
    status.diagnosis =
        std::make_shared<const Diagnosis>(Diagnosis{.sentence = "It is gray.", .remedy = {}});
    AdviceMemory memory{.run_serial = status.run_serial};
    memory.interrupted = true;
    auto given = advice(status, memory);
    REQUIRE(given);
    REQUIRE(given->buttons.size() == 1);
    CHECK(given->buttons[0].act == AdviceAct::go_on);
    memory.interrupted = false;  // went on, or put away
    given = advice(status, memory);
    REQUIRE(given);
    CHECK(given->sentence == "It is gray.");
}
