// The lessons in the window: their list, guess, race, result and setting to try; and lesson files
// dropped on the window.
#include "tests/support/drawn_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/comparison.h"
#include "ui/actions/differences.h"
#include "ui/actions/lesson.h"
#include "ui/actions/race.h"
#include "ui/sheets/sheets.h"

#include <fstream>

using namespace redraw;
using namespace redraw::ui;

namespace {

struct LearningStudio : Studio {
    LearningStudio() {
        view.window = {1280, 720};
        settle();
    }
    void open_number(std::size_t number) {
        tap(Key::f6);
        state.of<LessonsSheet>().chosen = int(number);
        tap(Key::enter);
        REQUIRE(state.of<LessonState>().number == number);
    }
    // Makes the session report the lesson's race `id`, whose first `measured` runs have ended.
    void race(std::uint64_t id, std::size_t measured) {
        const std::vector<LessonRun>& runs = state.of<LessonState>().lesson->runs;
        ++status.run_serial;
        status.taught = {id, {}, asks_between_pixels(*state.of<LessonState>().lesson)};
        std::vector<ComparedState> others;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            status.taught.runs.push_back({runs[i].label});
            RunMeasures measures;
            for (const MeasureName& each : kMeasures) measures.*each.value = 20 + double(i);
            measures.between = 40 - double(i);
            if (i < measured) status.taught.runs[i].measures = measures;
            if (i > 0) others.push_back(racer("/b", float(20 + i)));
        }
        put_beside(status, others);
        settle();
    }
    bool scrolls() const {
        const ImGuiWindow* page = ImGui::FindWindowByName("lesson");
        return page->ScrollMax.y > 0 || page->ScrollMax.x > 0;
    }
};

}  // namespace

TEST_CASE_FIXTURE(LearningStudio,
                  "F6 lists the lessons, and Enter opens the first that is not done") {
    state.preferences.lessons_done = {lessons()[0].name, "a lesson of another version"};
    tap(Key::f6);
    CHECK(state.sheets.dialog == Dialog::lessons);
    for (const Lesson& lesson : lessons()) CHECK(count(lesson.title) == 1);
    tap(Key::enter);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(state.of<LessonState>().number == 1);
    CHECK(is_drawn("LESSON 2 OF " + std::to_string(lessons().size())));
    CHECK(count("Export at any size…") == 0);  // the lesson replaces the left panel
    tap(Key::f6);
    click(lessons()[4].title);
    CHECK(state.of<LessonState>().number == 4);
}

TEST_CASE_FIXTURE(LearningStudio, "a digit guesses, and the race is that of the lesson") {
    open_number(3);
    const ViewMode before = ViewMode::difference;
    state.centre.mode = before;
    CHECK_FALSE(asks<command::Teach>(press(Key::six)));  // this lesson has four guesses
    const auto asked = newest<&command::Teach::runs>(press(Key::two));
    REQUIRE(asked);
    CHECK(asked->size() == lessons()[3].runs.size());
    CHECK(asked->at(0).config == lessons()[3].runs[0].config);
    CHECK(state.centre.mode == ViewMode::side_by_side);
    CHECK(state.of<LessonState>().guess == 1);
    race(state.of<LessonState>().asked, 0);
    CHECK(racer_name(status, 1) == lessons()[3].runs[1].label);
    CHECK(count(lessons()[3].runs[3].label) == 1);
    press(Key::two);  // after the guess, digits choose views again
    CHECK(state.centre.mode == ViewMode::wipe);
    CHECK(state.of<LessonState>().guess == 1);
    CHECK_FALSE(state.of<LessonState>().result);
}

TEST_CASE_FIXTURE(LearningStudio, "a lesson that is not on the screen takes no keys") {
    open_number(3);
    view.fullscreen = true;
    state.centre.mode = ViewMode::side_by_side;
    CHECK_FALSE(asks<command::Teach>(press(Key::two)));
    CHECK(state.centre.mode == ViewMode::wipe);
    view.fullscreen = false;
    view.fullscreen = true;  // opening a lesson leaves full screen, to show the panels
    tap(Key::f6);
    settle();
    CHECK(asks<request::ToggleFullscreen>(press(Key::enter)));
}

TEST_CASE_FIXTURE(LearningStudio, "until the guess only the picture is on the screen") {
    open_number(3);
    CHECK(count("picture in the corner") == 0);
    CHECK(count("scrub") == 0);      // nor what it looked like on the way
    CHECK(count("closeness") == 0);  // nor how close it came
    press(Key::one);
    race(state.of<LessonState>().asked, 0);
    CHECK(count("scrub") == 1);
    press(Key::escape);  // leaves the lesson
    settle();
    CHECK(count("scrub") == 1);
}

TEST_CASE_FIXTURE(LearningStudio, "on a stage the whole lesson is large, and all ten are played") {
    for (const auto& [size, scale] : {std::pair{ImVec2{1280, 720}, 1.0f},
                                      {{1920, 1080}, 1.0f},
                                      {{900, 600}, 1.0f},
                                      {{3840, 2160}, 2.0f}}) {
        view.window = size;
        view.scale = scale;
        scale_text(scale);
        for (std::size_t i = 0; i < lessons().size(); ++i) {
            CAPTURE(lessons()[i].name);
            CAPTURE(view.window.x);
            if (i == 0) {
                open_number(0);
                press(Key::f5);
            }
            REQUIRE(state.presentation);
            REQUIRE(state.of<LessonState>().number == i);
            settle();
            const Lesson& lesson = lessons()[i];
            CHECK(count("question") == 1);
            CHECK(count("left pane") == 0);
            const Rect whole{0, 0, size.x, size.y};
            const auto fits = [&](const std::string& name) {
                const Rect at = place(name);
                CHECK(whole.contains(at.min()));
                CHECK(at.x1 <= whole.x1);
                CHECK(at.y1 <= whole.y1);
                return at;
            };
            fits("question");
            float before = place("question").y1;
            for (const Guess& guess : lesson.guesses) {
                const Rect card = fits(guess.text);
                CHECK(card.y0 >= before);
                before = card.y1;
            }
            CHECK(fits("how to guess").y0 >= before);
            CHECK(fits("stake").y1 <= place("question").y0);
            CHECK(asks<command::Teach>(press(i % 2 ? Key::one : Key::two)));
            race(state.of<LessonState>().asked, 0);
            fits("question");
            race(state.of<LessonState>().asked, lesson.runs.size());
            REQUIRE(state.of<LessonState>().result);
            before = 0;
            const std::string next = next_lesson_label(state.of<LessonState>());
            for (const std::string& name :
                 {std::string("result"), std::string("verdict"), std::string("why"), next}) {
                const Rect at = fits(name);
                CHECK(at.y0 >= before);
                before = at.y1;
            }
            CHECK(place("left pane").height() >= 0.2f * size.y);
            if (i + 1 < lessons().size()) press(Key::enter);
            settle();
        }
        press(Key::f5);
        press(Key::escape);
        settle();
    }
}

TEST_CASE_FIXTURE(LearningStudio, "the result comes with the last run, beside the guess") {
    open_number(3);
    press(Key::one);
    race(state.of<LessonState>().asked, 3);
    CHECK_FALSE(state.of<LessonState>().result);
    CHECK(count("Next") == 0);
    race(state.of<LessonState>().asked, 4);
    REQUIRE(state.of<LessonState>().result);
    CHECK(state.of<LessonState>().result->at("sine").psnr == 23);
    CHECK(state.of<LessonState>().right == 3);
    CHECK(state.of<LessonState>().said.find("23.0 dB") != std::string::npos);
    CHECK(count("why") == 1);
    CHECK(state.preferences.lessons_done.contains(lessons()[3].name));
    CHECK(asks<command::ExportFilm>(click("Race film")));
    CHECK(count("Page") == 0);  // a page shows a race of two at most
    status.taught = {};         // the user leaves the race
    put_beside(status, {});
    settle();
    CHECK(state.of<LessonState>().result);
    CHECK(count("Race film") == 0);
    CHECK(state.of<LessonState>().number == 3);
    press(Key::enter);
    settle();
    CHECK(state.of<LessonState>().number == 4);
    CHECK_FALSE(state.of<LessonState>().guess);
    CHECK_FALSE(state.of<LessonState>().result);
}

TEST_CASE_FIXTURE(LearningStudio,
                  "a lesson's curves go by epochs, its drawings are drawn at the learned pixels") {
    status.phase = Phase::finished;
    settle();
    CHECK(last.view.region);  // at rest the network is rendered at screen pixels
    for (const std::size_t number : {3u, 8u}) {
        open_number(number);
        press(Key::one);
        race(state.of<LessonState>().asked, 0);
        CHECK_FALSE(state.of<ComparisonState>().by_time);
        // Lesson 9 (index 8) is about the space between pixels, so it is rendered at screen pixels.
        CHECK(last.view.region.has_value() == (number == 8));
    }
    open_number(3);
    press(Key::one);
    race(state.of<LessonState>().asked, 0);
    state.centre.canvas = {8, 20, 10};
    settle();
    CHECK(last.view.region);  // when zoomed, screen pixels again
}

TEST_CASE_FIXTURE(LearningStudio, "leaving a lesson opens the run from before the lessons") {
    status.run_path = "/runs/mine.redraw";
    open_number(3);
    CHECK_FALSE(opened(press(Key::escape)));  // no race has begun
    for (const char* way : {"", "Stop the race"}) {
        status.run_path = "/runs/mine.redraw";
        open_number(3);
        press(Key::one);
        status.run_path = "/runs/of the lesson.redraw";
        race(state.of<LessonState>().asked, 4);
        press(Key::enter);  // opens the next lesson
        press(Key::one);
        race(state.of<LessonState>().asked, 2);
        const auto path = *way ? opened(click(way)) : opened(press(Key::escape));
        CHECK(path == "/runs/mine.redraw");
        CHECK_FALSE(state.of<LessonState>().lesson);
        status.taught = {};
        put_beside(status, {});
        settle();
    }
}

TEST_CASE_FIXTURE(LearningStudio, "another race is no answer, and a lost one is asked for again") {
    open_number(3);
    press(Key::one);
    const std::uint64_t first = state.of<LessonState>().asked;
    open_number(3);  // the lesson is reopened before its race begins
    race(first, 4);
    CHECK_FALSE(state.of<LessonState>().result);
    press(Key::four);
    CHECK(state.of<LessonState>().asked != first);
    settle();
    CHECK_FALSE(state.of<LessonState>().result);
    race(state.of<LessonState>().asked, 1);
    status.taught = {};  // another picture is dropped, which ends the race
    ++status.run_serial;
    settle();
    CHECK(count("why") == 0);
    CHECK(asks<command::Teach>(press(Key::four)));
    race(state.of<LessonState>().asked, 4);
    CHECK(state.of<LessonState>().right == state.of<LessonState>().guess);
}

TEST_CASE_FIXTURE(LearningStudio, "a lesson is gone through by Tab and Enter alone") {
    open_number(0);
    const std::string guess = lessons()[0].guesses[1].text;
    for (int i = 0; i < 60 && !state.of<LessonState>().guess; ++i) {
        tap(Key::tab);
        const auto& focus = state.controls.focus;
        const auto focused = std::ranges::find_if(focus.controls, [](const Control& control) {
            return control.item && control.item == ImGui::GetFocusID();
        });
        if (focused != focus.controls.end() && focused->name == guess) tap(Key::enter);
    }
    CHECK(state.of<LessonState>().guess == 1);
    race(state.of<LessonState>().asked, 2);
    tap(Key::escape);  // the first Esc only ends the keyboard focus
    CHECK(state.of<LessonState>().lesson);
    tap(Key::enter);
    CHECK(state.of<LessonState>().number == 1);
    tap(Key::escape);
    CHECK_FALSE(state.of<LessonState>().lesson);
    CHECK(count("Export at any size…") == 1);
}

TEST_CASE_FIXTURE(LearningStudio, "a lesson about the space between the pixels is decided there") {
    for (const bool between : {false, true}) {
        open_number(between ? 8 : 3);
        CHECK(newest<&command::Teach::between>(press(Key::one)) == between);
        const std::size_t runs = state.of<LessonState>().lesson->runs.size();
        race(state.of<LessonState>().asked, runs);
        CHECK(leader_of(status) == (between ? 0 : runs - 1));
        CHECK(is_drawn("40.0 dB") == between);
        CHECK((racer_label(status, 0).find("between the pixels") != std::string::npos) == between);
    }
}

TEST_CASE_FIXTURE(LearningStudio, "a run without a step has its place in the end") {
    open_number(1);
    press(Key::one);
    race(state.of<LessonState>().asked, 4);
    std::vector<ComparedState> others;
    for (const auto& other : status.compared_runs) others.push_back(*other);
    others.back().step = 0;
    others.back().psnr = NAN;
    put_beside(status, others);
    CHECK(places_of(racers_of(status))[3] > 0);
    CHECK(racer_label(status, 3).find("23.0 dB") != std::string::npos);
}

TEST_CASE_FIXTURE(LearningStudio, "what to try is outlined and has the focus, and Esc goes back") {
    open_number(4);
    press(Key::one);
    race(state.of<LessonState>().asked, 2);
    click("Try it yourself");
    settle(5);
    CHECK(state.controls.lit == int(Setting::first_omega));
    CHECK(count("Export at any size…") == 1);
    CHECK(ImGui::GetIO().WantTextInput);
    ImGui::ClearActiveID();  // Dear ImGui ends text editing in this way at Esc
    settle();
    tap(Key::escape);
    tap(Key::escape);
    CHECK(state.page);
    CHECK(count("Next") == 1);
    click("Try it yourself");
    settle();
    click("Next");
    settle();
    CHECK(state.of<LessonState>().number == 5);
    CHECK_FALSE(state.controls.lit);
    for (const Lesson& lesson : lessons())
        if (!lesson.try_it.control.empty()) CHECK(setting_of(lesson.try_it.control));
    for (const auto& [path, setting] : {std::pair{"seed", Setting::seed},
                                        {"network.encoding", Setting::encoding},
                                        {"optimizer.kind", Setting::optimizer},
                                        {"schedule.seconds", Setting::time}})
        CHECK(setting_of(path) == setting);
    CHECK(setting_of("data.train_size.longer_side") == Setting::train_size);
    CHECK(setting_of("data.batch_size") == Setting::batch_size);
    CHECK_FALSE(setting_of("by_size.batch"));
}

TEST_CASE_FIXTURE(LearningStudio, "after the last lesson the list opens") {
    open_number(lessons().size() - 1);
    press(Key::one);
    race(state.of<LessonState>().asked, state.of<LessonState>().lesson->runs.size());
    press(Key::enter);
    CHECK(state.sheets.dialog == Dialog::lessons);
}

TEST_CASE_FIXTURE(LearningStudio, "nothing of a lesson is cut at 1280 x 720") {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
        CAPTURE(lessons()[i].name);
        open_number(i);
        CHECK_FALSE(scrolls());
        press(Key::one);
        race(state.of<LessonState>().asked, 0);
        CHECK_FALSE(scrolls());
        race(state.of<LessonState>().asked, 4);
        REQUIRE(state.of<LessonState>().result);
        CHECK_FALSE(scrolls());
        if (lessons()[i].runs.size() != 2) continue;
        CHECK(place("Page").x1 <= place("to try").x1);
        // A race of two is exported at once.
        CHECK(newest<&command::ExportPage::race>(click("Page")) == true);
    }
}

TEST_CASE_FIXTURE(LearningStudio,
                  "without a run the sample is opened, and the start offers lessons") {
    status = {};
    view.can_open_sample = true;
    settle();
    click("Why does it learn? Ten one-minute lessons");
    CHECK(state.sheets.dialog == Dialog::lessons);
    settle();
    CHECK(asks<request::OpenSample>(press(Key::enter)));
}

TEST_CASE_FIXTURE(LearningStudio,
                  "a teacher's lesson is dropped, a broken one says what is wrong") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "mine.json";
    const std::string good = R"({"title": "Mine", "stake": "s", "question": "q", "why": "w",
        "guesses": [{"text": "yes", "if": "a > 0"}, {"text": "no", "if": "a <= 0"}],
        "base": {"data": {"train_size": {"longer_side": 16}}, "schedule": {"epochs": 9}},
        "runs": [{"name": "a", "label": "A"}], "claims": ["a > 0"], "result": "{a}",
        "try": {"text": "t"}})";
    const auto drop = [&](const std::string& text) {
        std::ofstream(file) << text;
        state.dropped = {file};
        return draw();
    };
    CHECK_FALSE(opened(drop(good)));
    REQUIRE(state.of<LessonState>().lesson);
    CHECK(state.of<LessonState>().lesson->title == "Mine");
    CHECK_FALSE(state.of<LessonState>().number);
    press(Key::one);
    race(state.of<LessonState>().asked, 1);
    CHECK(state.of<LessonState>().right == 0);
    CHECK(state.preferences.lessons_done.empty());
    // The lesson has a single run and so no button "Stop the race". Esc leaves the lesson.
    CHECK(asks<command::LeaveComparison>(press(Key::escape)));
    settle();
    drop(good.substr(0, good.size() - 1));
    CHECK_FALSE(state.of<LessonState>().lesson);
    CHECK(state.notices.message.find("mine.json") != std::string::npos);
    // A JSON file that is no lesson is opened like any other file.
    CHECK(opened(drop(R"({"lions": 3})")) == file);
}

TEST_CASE_FIXTURE(LearningStudio, "after the last lesson the right guesses are counted") {
    const std::size_t final_lesson = lessons().size() - 1;
    for (const Key guess : {Key::one, Key::three}) {
        open_number(final_lesson);
        press(guess);
        race(state.of<LessonState>().asked, 2);
        const std::size_t right = guess == Key::three;  // the continued run ends closer here
        CHECK(state.of<LessonState>().guessed_right.size() == right);
        CHECK(count(next_lesson_label(state.of<LessonState>())) == 1);
        CHECK(next_lesson_label(state.of<LessonState>()) != "Next");
    }
}
