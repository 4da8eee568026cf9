// Tests lessons: the built-in ones, the limits of a lesson's file, and the training of their runs.
#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/features/lesson/lesson_run.h"
#include "engine/image/quality.h"
#include "engine/network/config_json.h"
#include "tests/support/error_kind.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace redraw;
using nlohmann::json;

namespace {

json small_lesson() {
    return json::parse(R"({
        "title": "t", "stake": "s", "question": "q?", "why": "w", "try": {"text": "x"},
        "guesses": [{"text": "more", "if": "a > b"}, {"text": "less", "if": "a <= b"}],
        "base": {"network": {"layers": [8]}, "schedule": {"epochs": 20},
                 "data": {"train_size": {"longer_side": 8}, "channels": "gray"}},
        "runs": [{"name": "a", "label": "A"},
                 {"name": "b", "label": "B", "config": {"network": {"layers": [4]}}}],
        "claims": ["a.weights > b.weights"], "result": "{a} and {b}"})");
}

std::string refused(const json& lesson) {
    return error_of([&] { lesson_from_json(lesson.dump(), "mine"); });
}

// Counts the settings in which two configurations differ.
int differences(const Config& a, const Config& b) {
    const json one = json::parse(to_json(a)), other = json::parse(to_json(b));
    int count = 0;
    for (const auto& [group, settings] : one.items()) {
        if (!settings.is_object())
            count += settings != other[group];
        else
            for (const auto& [key, value] : settings.items()) count += value != other[group][key];
    }
    return count;
}

std::size_t right_guesses(const Lesson& lesson, const LessonResult& result) {
    return std::size_t(std::ranges::count_if(
        lesson.guesses, [&](const Guess& guess) { return holds(guess.condition, result); }));
}

std::unique_ptr<Trainer> trained(const LessonRun& run, const std::shared_ptr<const Image>& picture,
                                 const TemporaryFolder& folder, bool go_on = true) {
    return train_lesson_run(run, picture, folder.path(), {.kind = BackendKind::cpu, .threads = 1},
                            [=](const Trainer&) { return go_on; });
}

}  // namespace

TEST_CASE("the built-in lessons: ten, each of one difference") {
    REQUIRE(lessons().size() == 10);
    std::set<std::string> names;
    for (const Lesson& lesson : lessons()) {
        CAPTURE(lesson.name);
        CHECK(names.insert(lesson.name).second);
        for (std::size_t a = 0; a < lesson.runs.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                CHECK(differences(lesson.runs[a].config, lesson.runs[b].config) +
                          (lesson.runs[a].crash_at > 0) ==
                      1);
        CHECK(lesson.result.find('{') != std::string::npos);
        // The explanation `why` states no PSNR: the runs measure it.
        CHECK(lesson.why.find(" dB") == std::string::npos);
    }
    for (const char* fourth : {"4", "04", "which-wave", "04-which-wave"})
        CHECK(find_lesson(fourth) == &lessons()[3]);
    CHECK(find_lesson("10") == &lessons()[9]);
    for (const char* none : {"", "0", "11", "which", "04-"}) CHECK(find_lesson(none) == nullptr);
}

TEST_CASE("whatever the runs reach, exactly one guess is right") {
    constexpr double kReached[] = {5.1, 12.2, 19.9, 28.4, 44.3, INFINITY};
    for (const Lesson& lesson : lessons()) {
        CAPTURE(lesson.name);
        const std::size_t runs = lesson.runs.size();
        for (int chosen = 0; chosen < int(std::pow(std::size(kReached), runs)); ++chosen) {
            LessonResult result;
            std::set<double> psnrs;
            int rest = chosen;
            for (const LessonRun& run : lesson.runs) {
                const double psnr = kReached[std::size_t(rest) % std::size(kReached)];
                result[run.name] = {.psnr = psnr, .between = psnr, .rises = double(rest % 7) / 7};
                psnrs.insert(psnr);
                rest /= int(std::size(kReached));
            }
            const bool places = lesson.guesses[0].condition.find(".place") != std::string::npos;
            if (places && psnrs.size() < runs) continue;  // on a tie no guess needs to be right
            CHECK(right_guesses(lesson, result) == 1);
            CHECK(right_guess(lesson, result).has_value());
        }
    }
}

TEST_CASE("a lesson that is not one is refused by the name of its field") {
    CHECK(refused(small_lesson()) == "");
    const auto with = [](const char* pointer, const json& value) {
        json lesson = small_lesson();
        lesson[json::json_pointer(pointer)] = value;
        return refused(lesson);
    };
    const auto says = [](const std::string& sentence, const char* part) {
        CAPTURE(sentence);
        CHECK(sentence.find(part) != std::string::npos);
    };
    json lacking = small_lesson();
    lacking.erase("why");
    says(refused(lacking), "why: it is missing");
    says(refused(json::array()), "it must be an object");
    says(with("/extra", 1), "extra: there is no such field");
    says(with("/title", 1), "title: it must be a text");
    says(with("/title", ""), "title: it must have between 1 and 300");
    says(with("/stake", std::string(301, 'a')), "stake: it must have between 1 and 300");
    says(with("/guesses", json::array({small_lesson()["guesses"][0]})),
         "guesses: it must be a list");
    says(with("/guesses/1/if", "a"), "guesses[1].if: it is a number");
    says(with("/guesses/0/else", 1), "guesses[0]: else: there is no such field");
    says(with("/claims", json::array()), "claims: it must be a list of 1 to 8");
    says(with("/claims/0", "c > 1"), "claims[0]: there is no run c");
    says(with("/result", "{a > 1}"), "result: it is a condition");
    says(with("/runs", json(5, small_lesson()["runs"][0])), "runs: it must be a list of 1 to 4");
    says(with("/runs/1/name", "a"), "two have the name a");
    for (const char* name : {"A", "1a", "a b", "a.b", "a-b", "{", "_"})
        says(with("/runs/1/name", name), "runs[1]: name: it must have small letters");
    says(with("/runs/1/config", {{"network", {{"layers", {0}}}}}),
         "runs[1]: config: network.layers[0]");
    says(with("/runs/1/config", {{"data", {{"train_size", {{"longer_side", 9}}}}}}),
         "the same pixels");
    says(with("/runs/1/crash_at", 1), "runs[1]: crash_at: it must be");
    says(with("/runs/0/crash_at", 0.5), "runs[0]: crash_at: only the runs after the first");
    CHECK(with("/runs/1/crash_at", 0.5) == "");
    says(with("/base", {{"x", 1}}), "base: x: there is no such setting");
    says(with("/base", 7), "base: it must be an object");
    for (const std::string control : {"network.layer", "network.layers.", "network.layers.-",
                                      "network.layers.99999999999999999999999", "a~b"})
        says(with("/try/control", control), "try: control: there is no such setting");
    CHECK(with("/try/control", "network.layers") == "");
    says(error_of([&] { lesson_from_json(std::string(kMostLessonBytes + 1, ' '), "mine"); }),
         "the limit is 65536");
    says(error_of([&] { lesson_from_json(std::string(100, '['), "mine"); }), "nested too deep");
}

TEST_CASE("a lesson that would train for minutes is refused") {
    for (const char* base :
         {R"({"schedule": {"epochs": 1e9}})", R"({"schedule": {"seconds": 60}})",
          R"({"data": {"train_size": {"longer_side": 4000}}})",
          R"({"data": {"train_size": {"longer_side": 0}}})",
          R"({"data": {"train_size": {"width": 9000, "height": 9000}}})",
          R"({"network": {"layers": [2000, 2000]}})",
          R"({"network": {"layers": [1, 1], "parameters": 64000000}})",
          R"({"network": {"encoding": "grid", "grid": {"levels": 16, "features": 8}},
              "data": {"train_size": {"longer_side": 256}}})",
          R"({"data": {"batch": "random", "batch_size": 1}, "schedule": {"epochs": 1000}})"}) {
        CAPTURE(base);
        json lesson = small_lesson();
        lesson["base"].merge_patch(json::parse(base));
        CHECK_FALSE(refused(lesson).empty());
    }
}

TEST_CASE("an area pixel counts as the two samples that it takes") {
    json lesson = small_lesson();
    lesson["base"].merge_patch(json::parse(R"({"network": {"layers": [100]},
        "schedule": {"epochs": 400}, "data": {"train_size": {"longer_side": 256}}})"));
    for (const char* pixel : {"point", "area", "auto"}) {
        CAPTURE(pixel);
        lesson["base"]["network"]["pixel"] = pixel;
        CHECK(refused(lesson).empty() == (pixel == std::string_view("point")));
    }
}

TEST_CASE("control characters of a lesson do not reach a terminal") {
    json lesson = small_lesson();
    lesson["title"] = "\x1b[31m\xe2\x80\xae!";
    CHECK(lesson_from_json(lesson.dump(), "mine").title.find('\x1b') == std::string::npos);
}

TEST_CASE("a run that is stopped without warning ends as one that was not") {
    const TemporaryFolder folder;
    const auto picture =
        std::make_shared<const Image>(redraw_test::painted(24, 16, 1, [](int x, int y, int) {
            return 0.5f + 0.4f * std::sin(0.7f * float(x)) * std::cos(0.5f * float(y));
        }));
    Lesson lesson = lesson_from_json(small_lesson().dump(), "mine");
    LessonRun run = lesson.runs[0];
    run.config.data.train_size.longer_side = 12;
    const auto measured = [&](const LessonRun& asked) {
        const auto trainer = trained(asked, picture, folder);
        CHECK(trainer->finished());
        return measures_of(*trainer, *picture);
    };
    const RunMeasures whole = measured(run);
    run.name = "stopped";
    run.crash_at = 0.6;
    const RunMeasures stopped = measured(run);
    CHECK(stopped.psnr == whole.psnr);
    CHECK(stopped.fingerprint == whole.fingerprint);
    CHECK(stopped.rises == whole.rises);
    CHECK(whole.steps == 20);
    CHECK(whole.weights == 8 * 2 + 8 + 8 + 1);
    CHECK(whole.pixels == 12 * 8);
    CHECK(whole.halvings == 0);
    CHECK(std::isfinite(whole.between));
    run.name = "large";
    run.config.data.train_size.longer_side = 24;
    CHECK(
        std::isnan(measured(run).between));  // learned at full size, so no larger picture is known
    run.name = "other";
    run.config.seed = 2;
    run.config.data.train_size.longer_side = 12;
    CHECK(measured(run).fingerprint != whole.fingerprint);
}

TEST_CASE("between its pixels black and white is compared with black and white") {
    const TemporaryFolder folder;
    const auto half = [](float dark, float light) {
        return redraw_test::painted(16, 16, 1,
                                    [=](int x, int, int) { return x < 8 ? dark : light; });
    };
    const auto picture = std::make_shared<const Image>(half(0.4f, 0.6f));
    LessonRun run = lesson_from_json(small_lesson().dump(), "mine").runs[0];
    run.config.data.channels = ChannelMode::black_white;
    const auto trainer = trained(run, picture, folder);
    const Image drawn = draw_rows(trainer->backend(), trainer->dataset().grid, {16, 16}, 0, 16,
                                  trainer->parameters());
    CHECK(measures_of(*trainer, *picture).between == psnr(drawn, half(0, 1)));
}

TEST_CASE("a run stops early when it is told to") {
    const TemporaryFolder folder;
    const auto picture = std::make_shared<const Image>(make_image(8, 8, 1));
    const Lesson lesson = lesson_from_json(small_lesson().dump(), "mine");
    CHECK(trained(lesson.runs[0], picture, folder, false)->step() == 0);
}
