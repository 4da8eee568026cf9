// With which drawing a film ends: the sheet, what it plays, and what it asks for.
#include "tests/support/ui_harness.h"
#include "ui/actions/timelapse_moves.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <vector>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("a film ends with the moment that is kept, unless that is not wanted") {
    Studio studio;
    const auto exported = [&] {
        return newest<&command::ExportFilm::spec>(studio.click("Export")).value();
    };
    const auto open = [&] { studio.tap(Key::e, true, true); };
    std::vector<Event> events;
    const auto keep_100 = [&](EventKind kind) {
        events.push_back({100, kind});
        studio.status.events = std::make_shared<const std::vector<Event>>(events);
    };
    open();
    CHECK(studio.count("With the kept moment") == 1);
    studio.click("With the kept moment");  // there is none
    CHECK_FALSE(exported().last);
    keep_100(EventKind::kept);
    open();
    CHECK(studio.state.sheets.export_film.last == 100);
    for (int i = 0; i < 100; ++i) {  // of the preview
        Ui ui = studio.ui();
        CHECK(film_moment(ui, 0.1 * i).step <= 100);
    }
    studio.click("A dive");
    CHECK(exported().last == 100);
    open();
    studio.click("Now");
    CHECK_FALSE(exported().last);
    open();
    studio.press(Key::escape);
    keep_100(EventKind::let_go);
    open();
    CHECK_FALSE(exported().last);
}

TEST_CASE("the film of a changed network says that it is one") {
    Studio studio;
    const auto lines = [&] {
        studio.tap(Key::e, true, true);
        const int count = ImGui::GetDrawData()->TotalVtxCount;
        studio.tap(Key::escape);
        return count;
    };
    const int plain = lines();
    change_network(studio.state.settings, {{{0, 0}}, {}});
    studio.tap(Key::e, true, true);
    CHECK(ImGui::GetDrawData()->TotalVtxCount > plain);
    const auto filmed = newest<&command::ExportFilm::edits>(studio.click("Export"));
    CHECK(filmed.value().muted.size() == 1);
}

TEST_CASE("what was saved is said above the way back from what is shown") {
    Studio studio;
    change_network(studio.state.settings, {{{0, 0}}, {}});
    give_notice(studio.status, {"Saved lion.mp4.", "/pictures/lion.mp4"});
    studio.settle();
    const Rect button = studio.place("As it was learned"), said = studio.place("Show in folder");
    CHECK(said.y1 <= button.y0);
    CHECK(any(studio.click("As it was learned"),
              [](const Requests& r) { return r.view.edits.empty(); }));
}

TEST_CASE("while another picture is read nothing is offered about the run before") {
    Studio studio;
    studio.draw();
    studio.status.phase = Phase::finished;
    studio.draw();
    REQUIRE(studio.count("Train longer") == 1);
    studio.status.opening = "next.png";
    studio.view.opening = {{}, 40, 20, picture_grid(40, 20)};
    studio.settle(2);
    CHECK(studio.count("reading") == 1);
    CHECK(studio.count("Train longer") == 0);
    studio.status.opening.clear();
    studio.view.opening = {};
    studio.settle(2);
    CHECK(studio.count("Train longer") == 1);
}
