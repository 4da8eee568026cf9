// What the view Why says would help, and the button that makes the change.
#include "engine/features/explanation/explanation.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

RunExplanation explained(const Config& config) {
    RunExplanation found;
    found.sentences = {"Detail.", "Rate.", "Test."};
    found.tested = "tanh";
    found.changed = config;
    found.changed->network.activation = Activation::tanh;
    found.helps = true;
    return found;
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "what would help is measured while the view is shown, and no longer") {
    CHECK_FALSE(draw().view.explanation);
    press(Key::six);
    CHECK(settle().view.explanation);
    press(Key::four);
    CHECK_FALSE(settle().view.explanation);
    status.config.network.encoding = Encoding::window;  // nothing is tested for these
    press(Key::six);
    CHECK_FALSE(settle().view.explanation);
}

TEST_CASE_FIXTURE(Studio, "one button makes the change that helped, and Ctrl+Z takes it back") {
    press(Key::six);
    RunExplanation found = explained(state.settings.edited);
    found.progress = 0.5;
    status.result<RunExplanation>() = shared(found);
    settle();
    CHECK(count("Use it: tanh") == 0);  // the test goes on
    found.progress = 1;
    found.helps = false;
    status.result<RunExplanation>() = shared(found);
    settle();
    CHECK(count("Use it: tanh") == 0);  // it did not help
    found.helps = true;
    status.result<RunExplanation>() = shared(found);
    settle();
    const auto all = click("Use it: tanh");
    const auto config = restart_of(all);
    REQUIRE(config);
    CHECK(config->network.activation == Activation::tanh);
    CHECK(any(all, [](const Requests& r) { return running_of(r) == true; }));
    CHECK(can_undo(state.settings));
}

TEST_CASE_FIXTURE(Studio, "where only more steps helped, the run becomes twice as long") {
    press(Key::six);
    RunExplanation found = explained(state.settings.edited);
    found.changed.reset();
    status.result<RunExplanation>() = shared(found);
    settle();
    const double before = state.settings.edited.schedule.epochs;
    click("Use it: tanh");
    CHECK(state.settings.edited.schedule.epochs == 2 * before);
    status.view_only = "It is open elsewhere.";
    settle();
    CHECK(count("Use it: tanh") == 0);  // a run that is only viewed stays as it is
}
