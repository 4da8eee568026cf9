// A race in the window: its sheet, who leads and who has won, its panes and curves.
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/reference.h"
#include "ui/centre/pane.h"
#include "ui/time/curve_lines.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

Companion racer(const char* path = "/b", float psnr = 20) {
    Companion other;
    other.path = path;
    other.name = "lion.png";
    other.config.preset = "fourier";
    other.racing = other.goes_on = true;
    other.step = 300;
    other.total_steps = 1000;
    other.seconds = 10;
    other.psnr = psnr;
    std::vector<MeasuredPsnr> measured;
    for (std::int64_t step = 1; step <= 300; ++step)
        measured.push_back({step, psnr * float(step) / 300, double(step) / 30, true});
    other.measured = std::make_shared<const std::vector<MeasuredPsnr>>(std::move(measured));
    return other;
}

void put(Status& status, const std::vector<Companion>& others) {
    status.companions.clear();
    for (const Companion& other : others)
        status.companions.push_back(std::make_shared<const Companion>(other));
}

}  // namespace

TEST_CASE("who leads is said as it is read, and not before there is a number") {
    Status status = example_status();
    status.psnr = 38.24f;
    Companion other = racer();
    const auto said = [&] {
        put(status, {other});
        return standing(status);
    };
    other.psnr = 35.1f;
    CHECK(said() == "A leads by 3.1 dB");
    CHECK(companion_label(status, 0) == "B · Fourier · 35.1 dB · 2nd");
    CHECK(race_label(status) == "A · SIREN · 38.2 dB · 1st");
    other.psnr = 40;
    CHECK(said() == "B leads by 1.8 dB");
    other.psnr = 38.25f;
    CHECK(said() == "A and B are even");
    other.psnr = std::numeric_limits<float>::quiet_NaN();
    CHECK(said() == "A and B begin");
    CHECK(companion_label(status, 0) == "B · Fourier");
    other.psnr = std::numeric_limits<float>::infinity();
    CHECK_FALSE(said().empty());
    other.racing = false;
    other.psnr = 35.1f;
    CHECK(said() == "3.1 dB less");
    CHECK(race_label(status).empty());
}

TEST_CASE("the bar ends the comparison, opens the other, and tells what differs") {
    Studio studio;
    studio.view.window = {1280, 800};
    Companion other = racer();
    other.config.network.layers = {64};
    put(studio.status, {other});
    studio.settle();
    CHECK(asks<command::LeaveCompanions>(studio.click("Stop the race")));
    const auto all = studio.click("Go on with B");
    CHECK(opened(all) == "/b");
    CHECK(running_of(all) == true);
    studio.click("3 settings differ");
}

TEST_CASE("a race is asked for with the rival that was chosen") {
    Studio studio;
    studio.state.sheets.dialog = Dialog::race;
    studio.state.sheets.race.rivals = {studio.state.settings.edited};
    studio.state.sheets.race.rivals[0].network.layers = {32, 32};
    studio.settle();
    CHECK(newest<&command::Race::rivals>(studio.press(Key::enter)).value().at(0).network.layers ==
          std::vector<int>{32, 32});
    CHECK(studio.state.sheets.dialog == Dialog::none);
    studio.state.sheets.dialog = Dialog::race;
    studio.state.sheets.race.rivals[0].schedule.lr_max = -1;
    studio.settle();
    CHECK_FALSE(newest<&command::Race::rivals>(studio.press(Key::enter)));
    CHECK(studio.state.sheets.race.problem.find("lr_max") != std::string::npos);
}

TEST_CASE("of several who leads, who is level and who has won are said") {
    Status status = example_status();
    status.psnr = 38.24f;
    status.step = 500;
    status.total_steps = 1000;
    status.seconds = 10;
    std::vector<Companion> others{racer("/b", 35), racer("/c", 40), racer("/d", 30)};
    const auto said = [&] {
        put(status, others);
        return standing(status);
    };
    CHECK(said() == "C leads by 1.8 dB");
    CHECK(race_detail(status) == "after 0:10 of training each");
    CHECK(companion_label(status, 2) == "D · Fourier · 30.0 dB · 4th");
    others[0].psnr = 40.02f;
    CHECK(said() == "B and C are even");
    status.psnr = 40.01f;
    CHECK(said() == "A, B and C are even");
    others[2].step = 0;
    CHECK(said() == "A, B, C and D begin");
    others[2].step = 300;
    status.finish_line = 39;
    CHECK(said() == "A, B and C are even");
    CHECK(race_detail(status) == "after 0:10 of training each, 39 dB wins");
    others[1].finished_at = 7.3;
    others[0].psnr = 41;
    CHECK(said() == "C won: 39 dB after 7.30 s");
    CHECK(race_detail(status) == "B leads by 1.0 dB, after 0:10 of training each");
    CHECK(companion_label(status, 1) == "C · Fourier · 40.0 dB · 1st, 7.30 s");
    others[2].seconds = 5;  // it may still be sooner
    CHECK(said() == "B leads by 1.0 dB");
    others[2].goes_on = false;
    CHECK(said() == "C won: 39 dB after 7.30 s");
    CHECK(race_detail(status) == "B leads by 1.0 dB, D is done");
}

TEST_CASE("rivals are added and removed, each with settings of its own, in a sheet of one size") {
    Studio studio;
    studio.state.sheets.dialog = Dialog::race;
    studio.state.sheets.race.rivals = {studio.state.settings.edited};
    studio.settle();
    RaceSheet& sheet = studio.state.sheets.race;
    const ImVec2 foot = studio.middle("Start the race");
    studio.click("Add");
    studio.click("Add");
    studio.click("Add");  // there is no fifth network
    REQUIRE(sheet.rivals.size() == 3);
    CHECK(sheet.at == 2);
    CHECK(sheet.rivals[1].preset != sheet.rivals[2].preset);
    CHECK(sheet.rivals[0].preset != sheet.rivals[1].preset);
    studio.draw();
    const ImVec2 now = studio.middle("Start the race");
    CHECK(now.x == foot.x);
    CHECK(now.y == foot.y);
    const Config last = sheet.rivals[2];
    studio.click("C");
    CHECK(sheet.at == 1);
    studio.click("Remove C");
    REQUIRE(sheet.rivals.size() == 2);
    CHECK(sheet.rivals[1] == last);
    sheet.finish_line = 40;
    const Requests asked = studio.press(Key::enter);
    CHECK(newest<&command::Race::rivals>(asked).value().size() == 2);
    CHECK(newest<&command::Race::finish_line>(asked) == 40);
}

TEST_CASE("of several rivals one is chosen to go on with, and the settings of all are told apart") {
    Studio studio;
    studio.view.window = {1280, 800};
    std::vector<Companion> others{racer("/b"), racer("/c")};
    others[0].config.network.layers = {64};
    put(studio.status, others);
    studio.settle();
    CHECK(studio.count("Go on with B") == 0);
    studio.click("Go on with…");
    studio.draw();
    CHECK(opened(studio.click(companion_label(studio.status, 1))) == "/c");
}

TEST_CASE("panes of a race are as large as its picture lets them be, and none lies on another") {
    Studio studio;
    Ui ui = studio.ui();
    struct Case {
        float width, height;
        std::size_t count;
        double shape;
        std::size_t panes, first_row;
    };
    for (const auto& [width, height, count, shape, expected, first_row] :
         std::to_array<Case>({{900, 400, 2, 1, 2, 2},
                              {400, 900, 2, 1, 2, 2},
                              {900, 400, 3, 1, 3, 3},
                              {900, 700, 3, 1, 4, 2},  // the fourth shows the picture
                              {1600, 400, 4, 1, 4, 4},
                              {900, 600, 4, 1, 4, 2},
                              {900, 600, 4, 8, 4, 1},  // a frieze: below each other
                              {20, 20, 4, 0.01, 4, 2}})) {
        const Rect whole{10, 20, 10 + width, 20 + height};
        const std::vector<Rect> panes = panes_of(ui, whole, count, shape);
        CHECK(panes.size() == expected);
        CHECK(std::size_t(std::ranges::count_if(
                  panes, [&](const Rect& pane) { return pane.y0 == panes[0].y0; })) == first_row);
        for (std::size_t i = 0; i < panes.size(); ++i) {
            CHECK(panes[i].width() == panes[0].width());
            CHECK(panes[i].x1 <= whole.x1);
            CHECK(panes[i].y1 <= whole.y1);
            for (std::size_t j = 0; j < i; ++j)
                CHECK((panes[i].x0 >= panes[j].x1 || panes[i].y0 >= panes[j].y1));
        }
    }
}

TEST_CASE("all that race stand side by side with the picture, two of them in the other views") {
    Studio studio;
    studio.view.window = {1280, 900};
    put(studio.status, {racer("/b"), racer("/c"), racer("/d")});
    studio.status.finish_line = 39;
    studio.draw();
    CHECK(studio.state.centre.reference == Reference::companion);
    CHECK(studio.count("fourth pane") == 1);
    std::vector<Reference> held{studio.last.difference.to};
    for (int i = 0; i < 4; ++i) held.push_back(studio.press(Key::b).difference.to);
    CHECK(held == std::vector<Reference>{Reference::companion, Reference::second, Reference::third,
                                         Reference::picture, Reference::bicubic});
    studio.state.centre.reference = Reference::third;
    for (const Key view : {Key::two, Key::three, Key::four, Key::five, Key::one}) {
        studio.press(view);
        CHECK(studio.last.difference.to == Reference::third);
    }
    put(studio.status, {racer("/b")});  // another race, with fewer
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.state.centre.mode = ViewMode::side_by_side;
    CHECK(studio.count("third pane") == 0);
}

TEST_CASE("the film sheet offers the race while there is one, in seconds that are even or grow") {
    Studio studio;
    studio.state.sheets.dialog = Dialog::export_film;
    studio.state.sheets.export_film.name = "film";
    studio.state.sheets.export_film.subject = FilmSubject::race;
    studio.settle();
    CHECK(studio.state.sheets.export_film.subject == FilmSubject::learning);  // there is none
    studio.click("The race");
    CHECK(studio.state.sheets.export_film.subject == FilmSubject::learning);
    put(studio.status, {racer("/b"), racer("/c")});
    studio.settle();
    studio.click("The race");
    CHECK(studio.state.sheets.export_film.subject == FilmSubject::race);
    studio.state.sheets.export_film.pace = Pace::change;
    const Requests asked = studio.press(Key::enter);
    REQUIRE(newest<&command::ExportFilm::spec>(asked));
    CHECK(newest<&command::ExportFilm::race>(asked) == true);
    CHECK(newest<&command::ExportFilm::spec>(asked)->pace == Pace::log);
    CHECK_FALSE(newest<&command::ExportFilm::spec>(asked)->dive);
}

TEST_CASE("the curves of all that race lie inside the plot, however many more steps one makes") {
    Studio studio;  // its own 500 steps took 10 s, and reach 23 dB
    Companion quick = racer("/b", 88);
    std::vector<MeasuredPsnr> measured;
    for (std::int64_t step = 1; step <= 9000; ++step)
        measured.push_back({step, 88 * float(step) / 9000, double(step) / 900, true});
    quick.measured = std::make_shared<const std::vector<MeasuredPsnr>>(std::move(measured));
    put(studio.status, {quick});
    studio.settle();
    REQUIRE(studio.state.curves.companion_by_time);
    const TimeAxis axis{0, 1000, studio.status.total_steps};
    Ui ui = studio.ui();
    CHECK(with_companions(ui, axis, {0, 40}).high >= 88);
}

TEST_CASE("a race is presented with the number of who is ahead, in the colour of its curve") {
    Studio studio;
    studio.state.presentation = true;
    put(studio.status, {racer("/b", 20), racer("/c", 48)});
    studio.status.psnr = 26.3f;
    CHECK(leader_of(studio.status) == 2);
    const auto drawn = [&](const char* text) {
        studio.settle(2);
        return is_drawn(text);
    };
    CHECK(drawn("C  48.0 dB"));
    CHECK_FALSE(drawn("26.3 dB"));
    studio.status.psnr = 60;
    CHECK(leader_of(studio.status) == 0);
    CHECK(drawn("A  60.0 dB"));
    put(studio.status, {});
    CHECK(drawn("60.0 dB"));
}
