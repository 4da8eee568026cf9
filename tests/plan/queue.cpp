// Which picture is begun next, what is said of the whole, and the plan's own command line.
#include "engine/plan/queue.h"
#include "engine/error.h"
#include "engine/plan/make_plan.h"
#include "engine/text/shell_words.h"
#include "tests/support/planned_pictures.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

std::vector<std::size_t> walked(QueueWalk walk, const Survey& survey) {
    std::vector<std::size_t> begun;
    while (const auto index = walk.next(survey, 1, 0)) begun.push_back(*index);
    return begun;
}

QueueWalk going(bool failed_too = false) {
    QueueWalk walk;
    walk.go_on(failed_too);
    return walk;
}

}  // namespace

TEST_CASE("what waits and what was stopped is begun in the plan's order, each once") {
    const PlannedPictures many(6);
    many.survey();
    many.ends(0, {.state = JobState::done});
    many.ends(1, {.state = JobState::failed, .reason = "It is damaged."});
    many.ends(2, {.state = JobState::stopped});
    many.ends(3, {.state = JobState::done});
    fs::remove(many.out / "00003.png");  // taken away
    auto somebody = JobRecord::take(many.out / "00004.png");
    const Survey survey = many.survey();
    CHECK(walked(going(), survey) == std::vector<std::size_t>{2, 3, 5});
    CHECK(walked(going(true), survey) == std::vector<std::size_t>{1, 2, 3, 5});
    CHECK(walked({}, survey).empty());  // paused
}

TEST_CASE("no more are begun than may be, and at the end it rests until it is asked again") {
    const PlannedPictures many(3);
    const Survey survey = many.survey();
    QueueWalk walk = going();
    CHECK(walk.next(survey, 2, 0) == 0);
    CHECK(walk.next(survey, 2, 1) == 1);
    CHECK_FALSE(walk.next(survey, 2, 2));
    CHECK(walk.next(survey, 2, 1) == 2);
    CHECK_FALSE(walk.next(survey, 2, 1));
    CHECK(walk.going());  // one is still being made
    CHECK_FALSE(walk.next(survey, 2, 0));
    CHECK_FALSE(walk.going());
    walk.go_on(false);
    walk.pause();
    CHECK_FALSE(walk.next(survey, 2, 0));
}

TEST_CASE("a survey's copies are told apart, and it says whether something is otherwise") {
    const PlannedPictures many(2);
    Survey survey = many.survey();
    const Survey before = survey;
    CHECK_FALSE(survey.look());
    many.ends(1, {.state = JobState::failed, .reason = "It is damaged."});
    CHECK_FALSE(survey.look_at(0));
    CHECK(survey.look_at(1));
    CHECK(survey.count(PictureState::failed) == 1);
    CHECK(survey.count(PictureState::waiting) == 1);
    CHECK(before.count(PictureState::waiting) == 2);
    CHECK(tally(survey) == "0 of 2 pictures are done, 1 failed, 1 waiting");
}

TEST_CASE("the time that is left comes of what is done, else of how far the first are") {
    const PlannedPictures many(5);
    QueueStatus status{.survey = many.survey()};
    CHECK(std::isnan(seconds_left(status.survey, status.being_made)));
    status.being_made = {{.index = 0, .progress = 0.01, .seconds = 1}};
    CHECK(std::isnan(seconds_left(status.survey, status.being_made)));
    status.being_made = {{.index = 0, .progress = 0.5, .seconds = 2}};
    CHECK(seconds_left(status.survey, status.being_made) ==
          doctest::Approx(18));  // four and a half of 4 s
    CHECK(progress_of(status) == doctest::Approx(0.1));
    many.ends(0, {.state = JobState::done, .seconds = 6});
    status.survey.look();
    status.being_made = {{.index = 1, .progress = 0.5}, {.index = 2, .progress = 0.5}};
    CHECK(seconds_left(status.survey, status.being_made) ==
          doctest::Approx(9));  // three of 6 s, two at once
    CHECK(progress_of(status) == doctest::Approx(0.4));
    for (int i = 1; i < 5; ++i) many.ends(i, {.state = JobState::failed});
    status.survey.look();
    status.being_made.clear();
    CHECK(progress_of(status) == 1);
    CHECK(seconds_left(status.survey, status.being_made) == 0);
}

TEST_CASE("a plan is told before it is made, and nothing is written for that") {
    const PlannedPictures many(3);
    std::ofstream(many.in / "notes.txt") << "no picture";
    const MadePlan told = scout_plan(many.order());
    CHECK(told.plan.pictures.size() == 3);
    CHECK(told.found.others == 1);
    CHECK_FALSE(fs::exists(many.out));
    CHECK(make_plan(many.order()).plan.pictures == told.plan.pictures);
    CHECK(has_plan(many.out));
    PlanOrder other = many.order();
    other.settings[2] = "4x";
    CHECK_THROWS_WITH_AS(scout_plan(other), doctest::Contains("other settings"), Error);
    std::stop_source nobody;
    nobody.request_stop();
    CHECK_THROWS_AS(scout_plan(many.order(), nobody.get_token()), Error);
}

TEST_CASE("the command that makes the same plan") {
    const auto line = [](std::vector<std::string> settings) {
        return shell_line(
            plan_command({{"/a/two words", "/b.png"}, "/out", std::move(settings)}, "redraw"));
    };
    CHECK(line({"enlarge", "--size", "2x", "--threads", "1"}) ==
          "redraw plan '/a/two words' /b.png --to /out --enlarge 2x");
    CHECK(line({"enlarge", "--size", "2x", "--epochs", "1", "--threads", "2"}) ==
          "redraw plan '/a/two words' /b.png --to /out --enlarge 2x --epochs 1 --threads 2");
    CHECK(line({"fit", "--time", "10s", "--threads", "1"}) ==
          "redraw plan '/a/two words' /b.png --to /out --time 10s");
}

TEST_CASE("a folder that is taken gets a number, unless it has the same plan") {
    const PlannedPictures many(1);
    PlanOrder order = many.order();
    CHECK(with_free_folder(order) == order);
    make_plan(order);
    CHECK(with_free_folder(order) == order);  // it grows
    order.settings[2] = "4x";
    CHECK(with_free_folder(order).to == many.folder / "out-2");
    fs::create_directory(many.folder / "out-2");
    CHECK(with_free_folder(order).to == many.folder / "out-3");
    std::ofstream(plan_file(many.out), std::ios::app) << "damaged";
    CHECK(with_free_folder(many.order()) == many.order());
    order.preset = R"({"preset": "siren"})";
    order.settings = {"fit", "--preset", kept_preset(many.out, order.preset).native()};
    const PlanOrder other = with_free_folder(order);
    CHECK(other.settings[2] == kept_preset(many.folder / "out-3", order.preset).native());
    std::stop_source nobody;
    nobody.request_stop();
    CHECK_THROWS_AS(with_free_folder(order, nobody.get_token()), Error);
}

TEST_CASE("settings of one's own lie beside the results, other settings in another file") {
    const PlannedPictures many(1);
    PlanOrder order{{many.in}, many.out, {}, R"({"preset": "siren"})"};
    const fs::path kept = kept_preset(many.out, order.preset);
    order.settings = {"fit", "--preset", kept.native()};
    make_plan(order);
    CHECK(fs::file_size(kept) == order.preset.size());
    CHECK(kept != kept_preset(many.out, R"({"preset": "grid"})"));
}

TEST_CASE("what a command says of itself may be anything") {
    CHECK(progress_in(R"({"event":"progress","progress":0.25,"seconds":1})") == 0.25);
    CHECK(progress_in(R"({"progress":7})") == 1);
    CHECK(progress_in(R"({"progress":-1e300})") == 0);
    for (const char* line : {"", "{", "[]", "3", R"({"progress":"0.5"})", R"({"progress":null})",
                             R"({"event":"done"})", "\xff\xfe", R"({"progress":[[[[[[[1]]]]]]]})"})
        CHECK_FALSE(progress_in(line));
    CHECK_FALSE(progress_in(std::string(100'000, '[')));
    CHECK(last_sentence("redraw: first\nredraw: Cannot write a.png: no space left.\n\n") ==
          "Cannot write a.png: no space left.");
    CHECK(last_sentence("") == "");
    CHECK(last_sentence("\n\n") == "");
    CHECK(last_sentence("a\x1b[31mb").find('\x1b') == std::string::npos);
    CHECK(last_sentence(std::string(5000, 'x')).size() < 400);
}

TEST_CASE("settings that redraw plan never writes are no plan's") {
    const auto accepted = [](const std::vector<std::string>& settings) {
        Plan plan{"/out", settings, {}, {}};
        try {
            parse_plan(text_of(plan));
        } catch (const Error&) {
            return false;
        }
        return true;
    };
    CHECK(accepted({"fit"}));
    CHECK(accepted({"fit", "--until-psnr", "-5", "--config", "/a b", "--output", "linear"}));
    CHECK(accepted({"enlarge", "--size", "2x", "--16bit", "--epochs", "3", "--threads", "1"}));
    for (const std::vector<std::string>& settings : std::vector<std::vector<std::string>>{
             {"export"},
             {"fit", "-o", "/a.redraw"},
             {"fit", "--run", "/a.redraw"},
             {"fit", "--export", "/a.png"},
             {"fit", "--size", "2x"},
             {"fit", "--force"},
             {"fit", "--json"},
             {"fit", "--once"},
             {"fit", "--seed=1"},
             {"fit", "--seed"},
             {"fit", "--seed", "--export", "a"},
             {"fit", "--seed", "1", "--seed", "2"},
             {"fit", "a.png"},
             {"enlarge", "--output", "/a.png"},
             {"enlarge", "--16bit", "--16bit"},
             {"enlarge", "--config", "/a"},
             {"enlarge", "--size", "2x", "--", "a"},
         }) {
        CAPTURE(shell_line(settings));
        CHECK_FALSE(accepted(settings));
    }
}
