// The sheet that explains the run. The explanation is requested only while the sheet is open, and
// each of its sentences has a button that shows the matching view.
#include "engine/features/explanation/explanation.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/race_sheet.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

using View = RunExplanation::View;

void put_sentences(Studio& studio, std::vector<View> views, double progress = 1) {
    RunExplanation found;
    found.progress = progress;
    for (const View view : views) found.sentences.push_back({"A sentence.", view});
    found.changed = studio.status.config;
    found.changed->network.activation = Activation::tanh;
    studio.status.result<RunExplanation>() = shared(found);
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "an explanation is wanted while its sheet is open, and no longer") {
    act(Action::explain);
    CHECK(state.sheets.dialog == Dialog::explanation);
    CHECK(last.view.explanation);
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK_FALSE(last.view.explanation);
    status.config.network.encoding = Encoding::window;
    act(Action::explain);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "each sentence leads to the view that shows it") {
    const auto go = [&](View shown, const char* button) {
        open(Dialog::explanation);
        put_sentences(*this, {shown});
        draw();
        click(button);
        draw();
    };
    go(View::scan_line, "Show the scan line");
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(state.centre.mode == ViewMode::scan_line);
    go(View::neurons, "Show the neurons");
    CHECK(state.centre.mode == ViewMode::neurons);
    state.curves.steps_shown = {10, 20};
    go(View::curves, "Show the curves");
    CHECK(state.curves.steps_shown.all());
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "the tested change is raced with the run") {
    open(Dialog::explanation);
    put_sentences(*this, {View::race});
    draw();
    click("Race the two");
    draw();
    CHECK(state.sheets.dialog == Dialog::race);
    REQUIRE(state.of<RaceSheet>().rivals.size() == 1);
    CHECK(state.of<RaceSheet>().rivals[0].network.activation == Activation::tanh);
    CHECK(state.of<RaceSheet>().first == status.config);
}

TEST_CASE_FIXTURE(Studio, "a change that is still tested is not raced yet") {
    open(Dialog::explanation);
    put_sentences(*this, {View::race}, 0.5);
    draw();
    click("Race the two");
    CHECK(state.sheets.dialog == Dialog::explanation);
}
