// Tests the expressions of lessons: numbers, conditions, texts, and the refusal of all else.
#include "engine/features/lesson/lesson.h"
#include "tests/support/error_kind.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

using namespace redraw;

namespace {

constexpr double kExact = std::numeric_limits<double>::infinity();

LessonResult measured() {
    LessonResult result;
    result["sine"] = {.psnr = 30.46, .between = 20, .rises = 0.478, .halvings = 2, .weights = 2241};
    result["tanh"] = {.psnr = 13.0};
    result["exact"] = result["same"] = {.psnr = kExact};
    result["none"] = {};
    return result;
}

}  // namespace

TEST_CASE("conditions: what binds, units, measures, chains, and what is not known") {
    const LessonResult r = measured();
    for (const char* right :
         {"1 + 2 * 3 - 4 / 2 = 5", "(1+2)*3 = 9", " 10 - 2 - 3 = 5", "-1.5 * -2 = 3",
          "17.459 < sine - tanh < 17.461", "sine.weights / 2 = 1120.5", "sine.psnr = sine",
          "exact.place = 1", "sine.place = 3", "tanh.place = 4", "sine - tanh >= 8",
          "20 <= sine < 45", "sine.halvings = 2", "exact - sine >= 50", "exact - same = 0",
          "exact = same", "exact >= 60"}) {
        CAPTURE(right);
        CHECK(holds(right, r));
    }
    for (const char* wrong :
         {"sine - tanh < 8", "20 <= sine < 30", "31 <= sine < 45", "sine.halvings > 2", "none >= 0",
          "none <= 0", "none = none", "none.place = 1"}) {
        CAPTURE(wrong);
        CHECK_FALSE(holds(wrong, r));
    }
}

TEST_CASE("texts: numbers as people read them") {
    const LessonResult r = measured();
    CHECK(fill("no number", r) == "no number");
    CHECK(fill("{sine}|{sine - tanh}|{2 * sine}|{sine / tanh}|{sine.between}", r) ==
          "30.5 dB|17.5 dB|60.9 dB|2.343|20.0 dB");
    CHECK(fill("{sine.weights}|{sine.rises}|{sine.weights / 2}|{none}|{1 / 0}|{tanh.place}", r) ==
          "2,241|48 %|1120|–|–|4");
    CHECK(fill("{exact}, {exact - sine}, {sine - exact}, {exact - same}", r) ==
          "exact, more than 60 dB, less than -60 dB, 0.0 dB");
}

TEST_CASE("what is no expression is refused") {
    const LessonResult r = measured();
    for (const char* wrong :
         {"", " ", "sine >= ", "sine + ", "sin >= 1", "sine.colour", "sine.", "sine tanh", "1e999",
          "(1", "1)", "sine => 1", "sine == 1", "Sine", "sine $ 1", "nan", "inf", "0x1", "--1"}) {
        CAPTURE(wrong);
        CHECK_FALSE(error_of([&] { fill(fmt::format("{{{}}}", wrong), r); }).empty());
        CHECK_FALSE(error_of([&] { holds(wrong, r); }).empty());
    }
    CHECK(error_of([&] { fill("{sine > 1}", r); }) == "it is a condition, not a number");
    CHECK(error_of([&] { holds("sine", r); }) == "it is a number, not a condition");
    CHECK(error_of([&] { fill("a {sine", r); }) == "a } is missing");
    CHECK(error_of([&] { holds(std::string(100000, '('), r); }) == "it is nested too deep");
}

TEST_CASE("rises are counted in the second half") {
    std::vector<Metric> metrics;
    for (const float loss : {9.f, 10.f, 11.f, 12.f, 5.f, 6.f, 4.f, 4.f, 3.f})
        metrics.push_back({.step = std::int64_t(metrics.size()) + 1, .loss = loss});
    CHECK(share_of_rises(metrics) == doctest::Approx(1.0 / 4));
    CHECK(std::isnan(share_of_rises({})));
}
