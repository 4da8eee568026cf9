// A race of networks in the window: its sheet, the texts about leader and winner, panes and curves.
#include "ui/actions/race.h"
#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "engine/text/words.h"
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/comparison.h"
#include "ui/actions/differences.h"
#include "ui/actions/sharing.h"
#include "ui/centre/pane.h"
#include "ui/kit/tooltips.h"
#include "ui/sheets/race_sheet.h"
#include "ui/time/compared_curves.h"

#include <array>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("who leads is said as it is read, and not before there is a number") {
    const struct {
        float own;
        std::vector<float> others;
        const char* said;
    } cases[] = {{38.24f, {35.1f}, "A leads by 3.1 dB"},
                 {38.24f, {40}, "B leads by 1.8 dB"},
                 {38.24f, {38.25f}, "A and B are tied"},
                 {38.24f, {NAN}, "A and B are starting"},
                 {38.24f, {35, 40, 30}, "C leads by 1.8 dB"},
                 {38.24f, {40.02f, 40, 30}, "B and C are tied"},
                 {40.01f, {40.02f, 40, 30}, "A, B and C are tied"},
                 {40.01f, {40.02f, 40, NAN}, "A, B, C and D are starting"}};
    Status status = example_status();
    for (const auto& [own, others, said] : cases) {
        std::vector<ComparedState> racers;
        for (const float psnr : others) racers.push_back(racer("/b", psnr));
        if (std::isnan(others.back())) racers.back().step = 0;
        put_beside(status, racers);
        status.psnr = own;
        CHECK(standing(status) == said);
    }
    put_beside(status, {racer("/b", std::numeric_limits<float>::infinity())});
    CHECK_FALSE(standing(status).empty());
    ComparedState other = racer("/b", 35.1f);
    other.racing = false;
    put_beside(status, {other});
    status.psnr = 38.24f;
    CHECK(standing(status) == "3.1 dB behind");
    CHECK_FALSE(is_race(status));
}

TEST_CASE("who has won is said once nobody can have been sooner, and each pane has its place") {
    Status status = example_status();
    status.psnr = 38.24f;
    status.step = 500;
    status.total_steps = 1000;
    status.seconds = 10;
    std::vector<ComparedState> others{racer("/b", 35), racer("/c", 40), racer("/d", 30)};
    const auto said = [&] {
        put_beside(status, others);
        return standing(status);
    };
    CHECK(said() == "C leads by 1.8 dB");
    CHECK(race_detail(status) == "after 0:10 of training each");
    CHECK(racer_label(status, 0) == "A · SIREN · 38.2 dB at 40 × 20 · 2nd");
    CHECK(compared_label(status, 2) == "D · Fourier · 30.0 dB at 40 × 20 · 4th");
    others[0].psnr = NAN;
    said();
    CHECK(compared_label(status, 0) == "B · Fourier");
    status.finish_line = 39;
    said();
    CHECK(race_detail(status) == "after 0:10 of training each, first to 39 dB wins");
    others[1].finished_at = 7.3;
    others[0].psnr = 41;
    CHECK(said() == "C won: 39 dB after 7.30 s");
    CHECK(race_detail(status) == "B leads by 1.0 dB, after 0:10 of training each");
    CHECK(compared_label(status, 1) == "C · Fourier · 40.0 dB at 40 × 20 · 1st, 7.30 s");
    others[2].seconds = 5;  // D has trained only 5 s and may still win
    CHECK(said() == "B leads by 1.0 dB");
    others[2].goes_on = false;
    CHECK(said() == "C won: 39 dB after 7.30 s");
    CHECK(race_detail(status) == "B leads by 1.0 dB, D is done");
}

TEST_CASE("at its end a race has a winner, also where a run took no step") {
    Status status = example_status();
    status.psnr = 30;
    std::vector<ComparedState> others{racer("/b", 20), racer("/c", NAN)};
    others[1].step = 0;
    put_beside(status, others);
    CHECK(standing(status).ends_with(" are starting"));
    status.step = status.total_steps;
    for (ComparedState& other : others) other.goes_on = false;
    others[0].seconds = 110;
    put_beside(status, others);
    CHECK(standing(status) == "A won by 10.0 dB");
    put_beside(status, {others[0]});
    CHECK(race_detail(status) == "A took 10 s, B 1 min 50 s");
    status.finish_line = 50;  // which nobody reached
    CHECK(standing(status) == "A leads by 10.0 dB");
}

TEST_CASE_FIXTURE(Studio, "the bar ends the comparison, opens the other, and tells what differs") {
    view.window = {1280, 800};
    ComparedState other = racer();
    other.config.network.layers = {64};
    put_beside(status, {other});
    settle();
    CHECK(asks<command::LeaveComparison>(click("Stop the race")));
    const auto all = click("Continue with B");
    CHECK(opened(all) == "/b");
    CHECK(running_of(all) == true);
    click("3 settings differ");
}

TEST_CASE_FIXTURE(Studio, "a race is asked for with the rival that was chosen") {
    state.sheets.dialog = Dialog::race;
    state.of<RaceSheet>().rivals = {state.settings.edited};
    state.of<RaceSheet>().rivals[0].network.layers = {32, 32};
    settle();
    CHECK(newest<&command::Race::rivals>(press(Key::enter)).value().at(0).network.layers ==
          std::vector<int>{32, 32});
    CHECK(state.sheets.dialog == Dialog::none);
    state.sheets.dialog = Dialog::race;
    state.of<RaceSheet>().rivals[0].schedule.lr_max = -1;
    settle();
    CHECK_FALSE(newest<&command::Race::rivals>(press(Key::enter)));
    CHECK(state.of<RaceSheet>().problem.find("lr_max") != std::string::npos);
}

TEST_CASE_FIXTURE(Studio,
                  "Enter chooses a row of an open list, and does not press the sheet's button") {
    const auto tap_key = [&](Key key, ImGuiKey known) {
        send_key(ImGui::GetIO(), known, true);
        Requests asked = press(key);
        send_key(ImGui::GetIO(), known, false);
        settle();
        return asked;
    };
    state.of<RaceSheet>().rivals = {preset_config("grid")};
    open(Dialog::race);
    click("ready");
    settle();
    tap_key(Key::down, ImGuiKey_DownArrow);
    CHECK_FALSE(asks<command::Race>(tap_key(Key::enter, ImGuiKey_Enter)));
    CHECK(state.sheets.dialog == Dialog::race);
    CHECK(state.of<RaceSheet>().ready == name_of(ReadyRace::activations));
    CHECK_FALSE(something_is_unfolded(ui()));
    CHECK(asks<command::Race>(tap_key(Key::enter, ImGuiKey_Enter)));  // now the button's key again
}

TEST_CASE("rivals are added and removed in a sheet of one size") {
    Studio studio;
    studio.state.sheets.dialog = Dialog::race;
    studio.state.of<RaceSheet>().rivals = {studio.state.settings.edited};
    ++studio.state.of<RaceSheet>().rivals[0].seed;
    studio.settle();
    RaceSheet& sheet = studio.state.of<RaceSheet>();
    const ImVec2 foot = studio.middle("Start the race");
    studio.click("Add");
    studio.click("Add");
    studio.click("Add");  // ignored: a race has at most four networks
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

TEST_CASE_FIXTURE(Studio, "of several rivals one is chosen to go on with") {
    view.window = {1280, 800};
    std::vector<ComparedState> others{racer("/b"), racer("/c")};
    others[0].config.network.layers = {64};
    put_beside(status, others);
    settle();
    CHECK(count("Continue with B") == 0);
    click("Continue with…");
    draw();
    CHECK(opened(click(compared_label(status, 1))) == "/c");
}

TEST_CASE("no two compared runs differ by colour only") {
    std::vector<RunLine> lines;
    for (std::size_t i = 0; i < kCompared.size(); ++i) {
        CHECK(std::ranges::count(lines, compared_line(i)) == 0);
        lines.push_back(compared_line(i));
        for (std::size_t j = 0; j < i; ++j) CHECK(lines[i].corners != lines[j].corners);
    }
}

TEST_CASE_FIXTURE(Studio, "in a race the number in the top bar is the leader's") {
    view.window = {1440, 900};
    put_beside(status, {racer("/b", 45)});
    settle();
    CHECK(is_drawn("B · 45.0 dB"));
    status.psnr = 46;
    settle();
    CHECK(is_drawn("A · 46.0 dB"));
    ComparedState other = racer("/b", 50);
    other.racing = false;
    put_beside(status, {other});
    settle();
    CHECK(is_drawn("46.0 dB"));
}

TEST_CASE("panes of a race are as large as they can be, and none on another") {
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
                              {900, 700, 3, 1, 4, 2},  // the fourth pane shows the picture
                              {1600, 400, 4, 1, 4, 4},
                              {900, 600, 4, 1, 4, 2},
                              // The panes of a very wide picture lie one below the other.
                              {900, 600, 4, 8, 4, 1},
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

TEST_CASE("all that race stand side by side, two in the other views") {
    Studio studio;
    studio.view.window = {1280, 900};
    put_beside(studio.status, {racer("/b"), racer("/c"), racer("/d")});
    studio.status.finish_line = 39;
    studio.draw();
    CHECK(studio.state.centre.reference == Reference::compared_run);
    CHECK(studio.count("fourth pane") == 1);
    std::vector<Reference> held{studio.last.difference.to};
    for (int i = 0; i < 4; ++i) held.push_back(studio.act(Action::next_reference).difference.to);
    CHECK(held == std::vector<Reference>{Reference::compared_run, Reference::second,
                                         Reference::third, Reference::picture, Reference::bicubic});
    studio.state.centre.reference = Reference::third;
    for (const Key view : {Key::two, Key::three, Key::four, Key::five, Key::one}) {
        studio.press(view);
        CHECK(studio.last.difference.to == Reference::third);
    }
    put_beside(studio.status, {racer("/b")});  // another race, with fewer networks
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.state.centre.mode = ViewMode::side_by_side;
    CHECK(studio.count("third pane") == 0);
}

TEST_CASE_FIXTURE(Studio, "the film sheet offers the race while there is one") {
    state.sheets.dialog = Dialog::export_film;
    state.of<FilmSheet>().name = "film";
    state.of<FilmSheet>().subject = FilmSubject::race;
    settle();
    // Without a race, the film sheet switches to a film of the open run's learning.
    CHECK(state.of<FilmSheet>().subject == FilmSubject::learning);
    click("The race");
    CHECK(state.of<FilmSheet>().subject == FilmSubject::learning);
    put_beside(status, {racer("/b"), racer("/c")});
    settle();
    click("The race");
    CHECK(state.of<FilmSheet>().subject == FilmSubject::race);
    state.of<FilmSheet>().pace = Pace::change;
    const Requests asked = press(Key::enter);
    REQUIRE(newest<&command::ExportFilm::spec>(asked));
    CHECK(newest<&command::ExportFilm::race>(asked) == true);
    CHECK(newest<&command::ExportFilm::spec>(asked)->pace == Pace::log);
    CHECK_FALSE(newest<&command::ExportFilm::spec>(asked)->dive);
}

TEST_CASE("the curves of all that race lie inside the plot") {
    Studio studio;  // the open run: 500 steps in 10 s, up to 23 dB
    ComparedState quick = racer("/b", 88);
    std::vector<MeasuredPsnr> measured;
    for (std::int64_t step = 1; step <= 9000; ++step)
        measured.push_back({step, 88 * float(step) / 9000, double(step) / 900, true});
    quick.measured = shared(std::move(measured));
    put_beside(studio.status, {quick});
    studio.settle();
    REQUIRE(studio.state.of<ComparisonState>().by_time);
    const TimeAxis axis{0, 1000, studio.status.total_steps};
    Ui ui = studio.ui();
    CHECK(with_compared(ui, axis, {0, 40}).high >= 88);
}

TEST_CASE_FIXTURE(Studio, "a race is presented as a podium, and at the end saves its film") {
    state.presentation = true;
    std::vector<ComparedState> others{racer("/b", 20), racer("/c", 48)};
    others[1].config.preset = "grid";
    put_beside(status, others);
    status.psnr = 26.3f;
    CHECK(leader_of(status) == 2);
    settle();
    for (const char* text : {"A  SIREN", "C  Grid", "26.3 dB", "48.0 dB", "IN THE LEAD"}) {
        CAPTURE(text);
        CHECK(is_drawn(text));
    }
    CHECK(count("curves plot") == 1);
    CHECK(count("Save race film") == 0);
    const Preferences before = state.preferences;
    status.step = status.total_steps;
    for (ComparedState& other : others) other.goes_on = false;
    put_beside(status, others);
    settle();
    CHECK(state.preferences == before);
    CHECK(is_drawn("WINNER"));
    state.notices.message = "A sentence.";
    settle();
    CHECK(place("dismiss").y0 > place("left pane").y1);
    CHECK(place("dismiss").x1 < place("Save race film").x0);
    state.notices.message.clear();
    settle();
    const auto asked = click("Save race film");
    CHECK(newest<&command::ExportFilm::race>(asked) == true);
    CHECK(newest<&command::ExportFilm::unused_name>(asked) == true);
    CHECK(newest<&command::ExportFilm::names>(asked) ==
          std::vector<std::string>{"SIREN", "Fourier", "Grid"});
    put_beside(status, {});
    settle();
    CHECK(count("race film") == 0);
    CHECK(is_drawn("26.3 dB"));
}

TEST_CASE("ready-made races differ in one setting, and their networks are named by it") {
    Config asked;
    asked.by_size.lr_max = true;
    for (const bool grid : {false, true}) {
        if (grid) asked = with_preset(asked, "grid", {400, 200});
        for (const auto& race_name : kNames<ReadyRace>) {
            const ReadyRace race = race_name.value;
            CAPTURE(int(race));
            const std::vector<Config> runs = ready_race(race, asked, {400, 200});
            REQUIRE(runs.size() >= 2);
            Status status = example_status();
            status.config = runs[0];
            std::vector<ComparedState> others;
            for (std::size_t i = 1; i < runs.size(); ++i) {
                CHECK_NOTHROW(validate(runs[i]));
                CHECK(differences(runs[0], runs[i]).size() == 1);
                others.push_back(racer());
                others.back().config = runs[i];
            }
            put_beside(status, others);
            CHECK(table_of_differences(status).size() == 1);
            std::vector<std::string> names = racer_names(status);
            for (const std::string& of : names) CHECK(of != title(runs[0].preset));
            std::ranges::sort(names);
            CHECK(std::ranges::adjacent_find(names) == names.end());
        }
    }
}

TEST_CASE("ready-made races end after so many epochs, of which a tenth or less is warm-up") {
    Config asked = preset_config("grid");
    asked.schedule.seconds = 10;
    for (const PixelSize picture : {PixelSize{40, 20}, {400, 200}, {6000, 4000}})
        for (const auto& named : kNames<ReadyRace>)
            for (const Config& run : ready_race(named.value, asked, picture)) {
                CHECK(run.schedule.seconds == 0);
                CHECK(run.schedule.warmup_epochs <= run.schedule.epochs / 10);
                CHECK_NOTHROW(validate(run));
            }
}

TEST_CASE("what differs leaves out what only one of the networks has") {
    Config sine, tanh;
    tanh.network.activation = Activation::tanh;
    tanh.network.first_omega = 5;
    tanh.network.hidden_omega = 7;
    CHECK(differences(sine, tanh).size() == 1);
    Config plain = sine;
    plain.optimizer.kind = Optimizer::sgd;
    plain.optimizer.beta1 = 0.5;
    plain.optimizer.momentum = 0.5;
    CHECK(differences(sine, plain).size() == 1);
    Config grid = preset_config("grid"), finer = grid;
    finer.network.grid.finest = 300;
    CHECK(differences(grid, finer).size() == 1);
    grid.network.pixel = PixelModel::area, finer.network = grid.network;
    finer.optimizer.total_variation = 0.25;
    CHECK(differences(grid, finer).size() == 1);
    Config waves = preset_config("fourier"), wide = waves;
    wide.network.fourier.sigma = 30;
    CHECK(differences(waves, wide).size() == 1);
    wide = waves;
    wide.network.encoding = Encoding::none;
    CHECK(differences(waves, wide)[0].what == "Encoding");
}

TEST_CASE_FIXTURE(Studio, "a ready-made race is asked for with its own A") {
    click("File");
    click("Race…");
    settle();
    click("ready");
    draw();
    click(name_of(ReadyRace::activations));
    REQUIRE(state.of<RaceSheet>().rivals.size() == 2);
    const Requests asked = press(Key::enter);
    REQUIRE(newest<&command::Race::first>(asked));
    CHECK(newest<&command::Race::first>(asked).value()->network.activation == Activation::sine);
    CHECK(newest<&command::Race::rivals>(asked)->at(1).network.activation == Activation::tanh);
}

TEST_CASE_FIXTURE(Studio, "a race starts once no rival is A again") {
    click("File");
    click("Race…");
    settle();
    RaceSheet& sheet = state.of<RaceSheet>();
    REQUIRE(sheet.rivals.size() == 1);
    CHECK_FALSE(asks<command::Race>(press(Key::enter)));
    CHECK_FALSE(asks<command::Race>(click("Start the race")));
    CHECK(state.sheets.dialog == Dialog::race);
    ++sheet.rivals[0].seed;
    draw();
    CHECK(is_drawn("B: seed " + std::to_string(sheet.rivals[0].seed)));
    sheet.rivals.push_back(state.settings.edited);
    CHECK_FALSE(asks<command::Race>(press(Key::enter)));  // C is A again
    sheet.rivals.pop_back();
    CHECK(asks<command::Race>(press(Key::enter)));
}
