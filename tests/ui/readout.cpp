// What is read under the mouse: of whose drawing, where the box lies, and where there is none.
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/centre/pane.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace redraw;
using namespace redraw::ui;

namespace {

// The mouse rests at a place: every text of that frame that begins so.
std::vector<std::string> words(Studio& studio, ImVec2 at, const std::string& begin) {
    studio.move(at.x, at.y);
    studio.settle();
    std::vector<std::string> found;
    for (const DrawnText& drawn : drawn_text())
        if (drawn.text.starts_with(begin)) found.push_back(drawn.text);
    return found;
}

Companion rival(float value) {
    Companion other;
    other.path = "/b";
    other.racing = other.goes_on = true;
    other.step = 300;
    other.psnr = 20;
    other.drawing = std::make_shared<HostSurface>(make_image(40, 20, 1, value));
    return other;
}

}  // namespace

TEST_CASE("in a race each pane reads its own drawing") {
    Studio studio;
    studio.status.companions = {std::make_shared<const Companion>(rival(0.875f)),
                                std::make_shared<const Companion>(rival(0.125f))};
    studio.settle();
    CHECK(words(studio, studio.middle("left pane"), "A 0.250").size() == 1);
    CHECK(words(studio, studio.middle("right pane"), "B 0.875").size() == 1);
    CHECK(words(studio, studio.middle("third pane"), "C 0.125").size() == 1);
    CHECK(words(studio, studio.middle("fourth pane"), "A 0.250").size() == 1);  // the picture's
    // Across the wipe A lies at the left.
    studio.state.centre.mode = ViewMode::wipe;
    studio.draw();
    const Rect pane = studio.place("left pane");
    const float y = pane.y0 + pane.height() * 0.6f;
    CHECK(words(studio, {pane.x0 + pane.width() * 0.4f, y}, "A 0.250").size() == 1);
    CHECK(words(studio, {pane.x0 + pane.width() * 0.6f, y}, "B 0.875").size() == 1);
}

TEST_CASE("where a run beside this one was drawn closer, that is read") {
    Studio studio;
    Companion other = rival(0.875f);
    other.closer = std::make_shared<HostSurface>(make_image(8, 8, 1, 0.625f));
    other.closer_grid = Grid{-0.2, -0.2, 0.2, 0.2, 8, 8};
    studio.status.companions = {std::make_shared<const Companion>(other)};
    studio.settle();
    const ImVec2 middle = studio.middle("right pane");
    CHECK(words(studio, middle, "B 0.625").size() == 1);
    CHECK(words(studio, {middle.x + studio.place("right pane").width() * 0.4f, middle.y}, "B 0.875")
              .size() == 1);
}

TEST_CASE("the neurons have their own numbers, and no pixel of the picture is read over them") {
    Studio studio;
    studio.tap(Key::five);
    for (float x = 330; x < 1430; x += 90)
        for (float y = 110; y < 560; y += 60) {
            CAPTURE(x);
            CAPTURE(y);
            CHECK(words(studio, {x, y}, "picture 0.").empty());
        }
    CHECK(studio.count("left pane") == 0);
}

TEST_CASE("the box lies whole in its part of the window, wherever the mouse is") {
    const Rect room{100, 50, 700, 400};
    const ImVec2 size{260, 120};
    for (float x = room.x0; x <= room.x1; x += 20)
        for (float y = room.y0; y <= room.y1; y += 10) {
            const ImVec2 at = place_beside({x, y}, size, room, 16);
            CHECK(at.x >= room.x0);
            CHECK(at.y >= room.y0);
            CHECK(at.x + size.x <= room.x1);
            CHECK(at.y + size.y <= room.y1);
            const bool over = x >= at.x && x <= at.x + size.x && y >= at.y && y <= at.y + size.y;
            CHECK_FALSE(over);  // not on the pixel that is read
        }
    // Larger than the room it begins where that begins.
    CHECK(place_beside({300, 200}, {900, 900}, room, 16).x == room.x0);
    CHECK(place_beside({300, 200}, {900, 900}, room, 16).y == room.y0);
}

TEST_CASE("also in a small window with large text") {
    Studio studio;
    studio.view.window = {900, 575};
    studio.scale_text(1.25f);
    studio.settle();
    const Rect pane = studio.place("right pane");
    const ImVec2 low{pane.x1 - pane.width() * 0.2f, pane.y1 - pane.height() * 0.45f};
    REQUIRE(words(studio, low, "picture 0.").size() == 1);
    for (const DrawnText& drawn : drawn_text())
        if (drawn.text.starts_with("x ") || drawn.text.starts_with("network 0.")) {
            CAPTURE(drawn.text);
            CHECK(drawn.from.y >= pane.y0);
            CHECK(drawn.to.x <= studio.view.window.x);
            CHECK(drawn.to.y <= studio.view.window.y);
        }
}
