// The sheet "Nine looks", which shows the picture as learned by nine configurations. Looks are
// rendered only while the sheet is open, and a click starts a run with that look's configuration.
#include "engine/features/looks/looks.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

// Gives the studio nine looks, the first `drawn` of them rendered.
void put_looks(Studio& studio, std::size_t drawn) {
    NineLooks looks;
    studio.number_textures();
    for (std::size_t i = 0; i < looks.size(); ++i) {
        looks[i].config.seed = i;
        looks[i].config.data.train_size = {.longer_side = 128};
        looks[i].name = "A look";
        looks[i].finished = i + 1 < drawn;
        if (i < drawn) looks[i].drawing = gray(128, 64);
    }
    studio.status.result<NineLooks>() = shared(looks);
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "looks are wanted while their sheet is open, and no longer") {
    CHECK_FALSE(last.view.looks);
    act(Action::looks);
    CHECK(state.sheets.dialog == Dialog::looks);
    CHECK(last.view.looks);
    CHECK(count("look 9") == 1);
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK_FALSE(last.view.looks);
}

TEST_CASE_FIXTURE(Studio, "a click on a look starts its run, which can be undone") {
    open(Dialog::looks);
    CHECK_FALSE(restart_of(click("look 1")));  // no look is rendered yet
    put_looks(*this, 5);
    CHECK_FALSE(restart_of(click("look 6")));
    CHECK(state.sheets.dialog == Dialog::looks);
    const auto config = restart_of(click("look 5"));
    REQUIRE(config);
    CHECK(*config == (*status.result<NineLooks>())[4].config);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(can_undo(state.settings));
}

TEST_CASE_FIXTURE(Studio, "looks of a run that is only viewed are not offered") {
    status.view_only = "It is open elsewhere.";
    act(Action::looks);
    CHECK(state.sheets.dialog == Dialog::none);
    open(Dialog::looks);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "looks lie in three rows of three, apart from one another") {
    for (const ImVec2 window : {ImVec2{1440, 900}, ImVec2{300, 900}}) {
        view.window = window;
        open(Dialog::looks);
        put_looks(*this, 9);
        draw();
        CHECK(place("look 2").x0 > place("look 1").x1);
        CHECK(place("look 1").y1 < place("look 4").y0);
        CHECK(place("look 3").y0 == place("look 1").y0);
        CHECK(place("look 9").x1 < window.x);
        open(Dialog::none);
    }
}

TEST_CASE_FIXTURE(Studio, "a surprise asks for other looks, and the sheet fills the window") {
    view.window = {1280, 720};
    open(Dialog::looks);
    put_looks(*this, 9);
    draw();
    CHECK(last.view.looks == 0u);
    click("Surprise me");
    CHECK(draw().view.looks == 1u);
    CHECK(place("look 9").y1 > 500);
    CHECK(place("Surprise me").y1 < 720);
    open(Dialog::none);
    open(Dialog::looks);
    CHECK(last.view.looks == 1u);  // the same looks as before
}
