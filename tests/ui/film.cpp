// The dive and the end of a film, in the window and in the film sheet.
#include "tests/support/ui_harness.h"
#include "ui/actions/timelapse_moves.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

double times_whole(const Studio& studio) {
    const CentreState& centre = studio.state.centre;
    const double whole = fit_zoom(centre.pane, 40, 20);
    return centre.canvas.zoom > 0 ? centre.canvas.zoom / whole : 1;
}

void fly(Studio& studio, double seconds) {
    for (double t = 0; t < seconds; t += 0.1) {
        studio.view.time += 0.1;
        studio.draw();
    }
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "Z flies into a detail 64 times as large, and Z flies back") {
    draw();
    state.centre.mode = ViewMode::neurons;
    press(Key::z);
    CHECK(state.centre.mode == ViewMode::side_by_side);
    double before = 1;
    for (int i = 0; i < 79; ++i) {
        fly(*this, 0.1);
        CHECK(times_whole(*this) >= before);
        before = times_whole(*this);
    }
    fly(*this, 1);
    CHECK(times_whole(*this) == doctest::Approx(64));
    CHECK_FALSE(state.centre.dive.flying);
    const Canvas deep = state.centre.canvas;
    fly(*this, 1);
    CHECK(state.centre.canvas.zoom == deep.zoom);  // it stays there
    press(Key::z);
    fly(*this, 1);
    CHECK(times_whole(*this) < 40);
    fly(*this, 3);
    CHECK(state.centre.canvas.zoom == 0);  // the whole
}

TEST_CASE_FIXTURE(Studio, "a flight turns round, and ends where somebody else zooms") {
    draw();
    press(Key::z);
    fly(*this, 4);
    const double there = times_whole(*this);
    REQUIRE(there > 2);
    press(Key::z);
    fly(*this, 0.2);
    CHECK(times_whole(*this) <= there);
    press(Key::plus);
    const Canvas mine = state.centre.canvas;
    fly(*this, 2);
    CHECK(state.centre.canvas.zoom == mine.zoom);
    CHECK(state.centre.canvas.centre_x == mine.centre_x);
    press(Key::f);
    press(Key::z, true);  // undo is another key
    fly(*this, 1);
    CHECK(state.centre.canvas.zoom == 0);
}

TEST_CASE_FIXTURE(Studio, "the film sheet asks for a dive, to where one dived last") {
    draw();
    press(Key::z);
    fly(*this, 9);
    REQUIRE(state.centre.dive.to);
    const Point there = *state.centre.dive.to;
    tap(Key::e, true, true);
    const float height = place("Export").y0;
    click("A dive");
    draw();
    CHECK(place("Export").y0 == height);  // nothing moves
    const auto dive = newest<&command::ExportFilm::spec>(click("Export")).value().dive.value();
    CHECK(dive.to == there);
}

TEST_CASE("a film ends with the moment that is kept, unless that is not wanted") {
    Studio studio;
    const auto exported = [&] {
        return newest<&command::ExportFilm::spec>(studio.click("Export")).value();
    };
    const auto open = [&] { studio.tap(Key::e, true, true); };
    std::vector<Event> events;
    const auto keep_100 = [&](EventKind kind) {
        events.push_back({100, kind});
        studio.status.events = shared(events);
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

TEST_CASE_FIXTURE(Studio, "the film of a changed network says that it is one") {
    const auto lines = [&] {
        tap(Key::e, true, true);
        const int count = ImGui::GetDrawData()->TotalVtxCount;
        tap(Key::escape);
        return count;
    };
    const int plain = lines();
    change_network(state.settings, {{{0, 0}}, {}});
    tap(Key::e, true, true);
    CHECK(ImGui::GetDrawData()->TotalVtxCount > plain);
    const auto filmed = newest<&command::ExportFilm::edits>(click("Export"));
    CHECK(filmed.value().muted.size() == 1);
}

TEST_CASE("what was saved is said above the way back from what is shown") {
    Studio studio;
    change_network(studio.state.settings, {{{0, 0}}, {}});
    studio.status.notice.text = "Saved lion.mp4.";
    studio.status.notice.saved = "/pictures/lion.mp4";
    studio.settle();
    const Rect button = studio.place("As it was learned"), said = studio.place("Show in folder");
    CHECK(said.y1 <= button.y0);
    CHECK(any(studio.click("As it was learned"),
              [](const Requests& r) { return r.view.edits.empty(); }));
}

TEST_CASE_FIXTURE(Studio, "while another picture is read nothing is offered about the run before") {
    draw();
    status.phase = Phase::finished;
    draw();
    REQUIRE(count("Train longer") == 1);
    status.opening = "next.png";
    view.opening = {{}, 40, 20, picture_grid(40, 20)};
    settle(2);
    CHECK(count("reading") == 1);
    CHECK(count("Train longer") == 0);
    status.opening.clear();
    view.opening = {};
    settle(2);
    CHECK(count("Train longer") == 1);
}
