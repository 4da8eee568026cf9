// The scan line view: its requests, the choice of the row, and the drawing of curves and spectrum.
#include "engine/features/scan_line/scan_line.h"
#include "engine/features/compare/compared_state.h"
#include "tests/support/ui_harness.h"

#include <initializer_list>

using namespace redraw;
using namespace redraw::ui;

namespace {

struct ScanStudio : Studio {
    ScanStudio() {
        press(Key::six);
        settle();
    }
    double row() const { return last.view.scan_row.value_or(-1) * 20; }
};

// Gives the view a row on which the render undershoots the picture and turns NaN, and a spectrum
// that is learned up to the middle frequency.
void show_results(Status& status) {
    ScanLine line{.step = 500, .row = 10, .samples = 5, .picture = {}, .drawing = {}};
    for (int x = 0; x < 40; ++x) line.picture.push_back(x < 20 ? 0 : 1);
    for (int x = 0; x < 200; ++x) line.drawing.push_back(x < 100 ? -0.3f : NAN);
    status.result<ScanLine>() = shared(line);
    LearnedSpectrum spectrum{.step = 500, .finest = 20, .picture = {}, .learned = {}};
    for (int b = 0; b < 9; ++b) {
        spectrum.picture.push_back(0.1f / float(1 << b));
        spectrum.learned.push_back(b < 5 ? 1 : 0);
    }
    status.result<LearnedSpectrum>() = shared(spectrum);
}

// Returns the number of vertices in the last frame.
int drawn() {
    return ImGui::GetDrawData()->TotalVtxCount;
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "the row is asked for only while the view is shown") {
    CHECK_FALSE(draw().view.scan_row);
    CHECK(press(Key::six).view.scan_row == 0.5);
    CHECK(state.centre.mode == ViewMode::scan_line);
    CHECK(settle().view.scan_row == 0.5);
    for (const Key other : {Key::one, Key::two, Key::three, Key::four}) {
        press(other);
        CHECK_FALSE(settle().view.scan_row);
        press(Key::six);
    }
    CHECK_FALSE(last.view.bicubic);
    CHECK(count("Compare with") == 0);  // the view compares with the picture only
    press(Key::f5);                     // the row is requested in a presentation, too
    CHECK(settle().view.scan_row == 0.5);
    CHECK(place("spectrum").x1 < view.window.x - 10);  // it keeps a margin at the right
}

TEST_CASE_FIXTURE(ScanStudio, "Up and Down move the row by one, to the picture's edges") {
    CHECK(row() == 10);
    press(Key::down);
    CHECK(row() == 11.5);  // centre of the next row; 10 was an edge
    press(Key::up);
    CHECK(press(Key::up).view.scan_row == doctest::Approx(9.5 / 20));
    for (int i = 0; i < 30; ++i) press(Key::up);
    CHECK(row() == 0.5);
    for (int i = 0; i < 30; ++i) press(Key::down);
    CHECK(row() == 19.5);
    press(Key::one);
    press(Key::up);
    press(Key::six);
    CHECK(settle().view.scan_row == doctest::Approx(19.5 / 20));  // Up did nothing in another view
}

TEST_CASE_FIXTURE(ScanStudio, "the line has the keyboard focus by Tab, and its arrows") {
    for (int i = 0; i < 200 && state.controls.focus.controls.size() > 0; ++i) {
        press(Key::tab);
        draw();
        press(Key::down);
        if (row() != 10) break;
    }
    CHECK(row() == 11.5);
    CHECK(state.timelapse.at_step == std::nullopt);
}

TEST_CASE_FIXTURE(ScanStudio, "dragging over the picture or the drawing moves the row") {
    for (const char* name : {"left pane", "right pane"}) {
        const Rect pane = place(name);
        drag({(pane.x0 + pane.x1) / 2, pane.y0 + 4}, {pane.x0 + 5, pane.y1 - 1});
        CHECK(row() == 19.5);
        drag({pane.x0 + 10, pane.y1 - 1}, middle(name));
        CHECK(row() > 9);
        CHECK(row() < 12);
        CHECK(state.centre.canvas.zoom == 0);
    }
    drag(middle("scan line"), {kNowhere.x, 0});
    CHECK(row() == 0.5);
}

TEST_CASE_FIXTURE(ScanStudio, "zoomed in, dragging moves the picture, and the line by its handle") {
    const Rect pane = place("left pane");
    move_and_draw({pane.x0 + 20, pane.y0 + 10});
    wheel_and_draw(1);
    settle();
    REQUIRE(state.centre.canvas.zoom > 0);
    REQUIRE(last.view.region);
    const double x = state.centre.canvas.centre_x;
    drag({pane.x0 + 40, pane.y1 - 5}, {pane.x0 + 10, pane.y1 - 5});
    CHECK(state.centre.canvas.centre_x != x);
    CHECK(row() == 10);
    const ImVec2 line = middle("scan line");
    drag(line, {line.x, line.y + 12});
    CHECK(row() > 10);
}

TEST_CASE("curve and spectrum are drawn at every size, of runs that race and at any moment") {
    for (const ImVec2 size :
         {ImVec2{1440, 900}, ImVec2{1280, 720}, ImVec2{900, 500}, ImVec2{640, 480}, ImVec2{1, 1}})
        for (const bool race : {false, true}) {
            ScanStudio studio;
            studio.view.window = size;
            studio.settle();
            const int empty = drawn();
            show_results(studio.status);
            if (race) {
                ComparedState other = racer();
                other.drawing = std::make_shared<HostSurface>(make_image(40, 20, 1, 0.75f));
                put_beside(studio.status, {other, racer("/c")});
                studio.draw();  // a race switches to the side-by-side view
                studio.press(Key::six);
            }
            studio.settle();
            if (size.x < 1440) continue;  // a smaller window may have no room for plots
            CHECK(drawn() > empty + 200);
            CHECK(studio.count("spectrum") == 1);
            CHECK(studio.count("row's curve") == 1);
            studio.move_and_draw(studio.middle("spectrum"));  // marks the band under the mouse
            studio.move_and_draw(kNowhere);
            const int now = drawn();
            studio.state.timelapse.at_step = 100;
            studio.settle();
            // A past keyframe hides the rivals' curves, as only their present renders are known.
            if (race) CHECK(drawn() != now);
        }
}
