// What the Doctor finds, as a notice of the window.
#include "engine/features/doctor/doctor.h"
#include "tests/support/ui_harness.h"
#include "ui/state/advice.h"

using namespace redraw;
using namespace redraw::ui;

TEST_CASE_FIXTURE(Studio, "dismissed advice stays dismissed, and dismisses no other") {
    const auto dismissed = [&] {
        return settle(), count("dismiss") == 1 && click("dismiss").size();
    };
    status.phase = Phase::paused;
    state.notices.advice = {.run_serial = status.run_serial, .interrupted = true};
    CHECK(dismissed());
    using enum Condition;
    int shown = 0;
    for (const Condition found : {rate_too_high, dead_layer, rate_too_high}) {
        status.result<Diagnosis>() = shared(Diagnosis{found, "It is so.", {}});
        shown += dismissed();
    }
    CHECK(shown == 2);
    status.result<Diagnosis>().reset();
    status.phase = Phase::training;
    draw();
    status.phase = Phase::finished;
    CHECK(dismissed());
}

TEST_CASE("that it was interrupted comes before what may be wrong with it") {
    Status status = example_status();
    status.phase = Phase::paused;
    status.result<Diagnosis>() = shared(Diagnosis{.sentence = "It is gray.", .remedy = {}});
    AdviceMemory memory{.run_serial = status.run_serial};
    memory.interrupted = true;
    auto given = advice(status, memory);
    REQUIRE(given);
    REQUIRE(given->buttons.size() == 1);
    CHECK(given->buttons[0].act == AdviceAct::go_on);
    memory.interrupted = false;  // the run was resumed, or the advice dismissed
    given = advice(status, memory);
    REQUIRE(given);
    CHECK(given->sentence == "It is gray.");
}
