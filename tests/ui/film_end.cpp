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
        std::optional<FilmSpec> spec;
        for (const Requests& r : studio.click("Export"))
            if (const auto* film = asked_for<command::ExportFilm>(r)) spec = film->spec;
        REQUIRE(spec);
        return *spec;
    };
    const auto open = [&] {
        studio.press(Key::e, true, true);
        for (int i = 0; i < 3; ++i) studio.draw();
    };
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
        Requests r;
        const Ui ui{studio.state, studio.view, r, studio.status, palette_of(ThemeKind::dark)};
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
