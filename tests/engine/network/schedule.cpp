#include "engine/network/schedule.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace redraw;

TEST_CASE("without extras the rate is the seed's formula at every epoch") {
    const Schedule schedule{
        .lr_max = 0.41, .lr_min = 1e-6, .epochs = 700, .epoch_offset = 300, .warmup_epochs = 0};
    for (int i = 0; i <= 700; ++i) {
        const double expected = 1e-6 + (0.41 - 1e-6) * 0.5 * (1 + std::cos(M_PI * i / 1000.0));
        CHECK(learning_rate(schedule, i) == doctest::Approx(expected).epsilon(1e-12));
    }
}

TEST_CASE("the rate falls to its minimum and stays there") {
    const Schedule schedule{.lr_max = 1e-2, .lr_min = 1e-4, .epochs = 100, .warmup_epochs = 0};
    double before = learning_rate(schedule, 0);
    CHECK(before == doctest::Approx(1e-2));
    for (int i = 1; i <= 100; ++i) {
        CHECK(learning_rate(schedule, i) < before);
        before = learning_rate(schedule, i);
    }
    CHECK(learning_rate(schedule, 100) == doctest::Approx(1e-4));
    CHECK(learning_rate(schedule, 250) == doctest::Approx(1e-4));
}

TEST_CASE("warm-up rises linearly to the cosine") {
    const Schedule plain{.epochs = 1000, .warmup_epochs = 0};
    const Schedule warmed{.epochs = 1000, .warmup_epochs = 10};
    for (int i = 0; i < 10; ++i)
        CHECK(learning_rate(warmed, i) ==
              doctest::Approx(learning_rate(plain, i) * (i + 1) / 10.0));
    CHECK(learning_rate(warmed, 10) == learning_rate(plain, 10));
}

TEST_CASE("warm restarts begin each cycle at the maximum, each longer than the last") {
    const Schedule schedule{
        .epochs = 1000, .warmup_epochs = 0, .restart_epochs = 100, .restart_multiplier = 2};
    for (int start : {0, 100, 300, 700})
        CHECK(learning_rate(schedule, start) == doctest::Approx(schedule.lr_max));
    CHECK(learning_rate(schedule, 99.999) < 1e-6);
    CHECK(learning_rate(schedule, 200) == doctest::Approx(schedule.lr_max / 2));
    const Schedule equal{.epochs = 1000, .warmup_epochs = 0, .restart_epochs = 100};
    CHECK(learning_rate(equal, 950) == doctest::Approx(schedule.lr_max / 2));
}

TEST_CASE("cycles that grow by any factor follow each other without a gap") {
    for (const double growth : {1.0625, 1.5, 2.0, 3.7}) {
        const Schedule schedule{.epochs = 1'000'000,
                                .start_epoch = 12.5,
                                .warmup_epochs = 0,
                                .restart_epochs = 7,
                                .restart_multiplier = growth};
        double start = 12.5, length = 7;
        for (; start < 1e6; start += length, length *= growth) {
            CAPTURE(start);
            CHECK(next_restart(schedule, start + length / 2) ==
                  doctest::Approx(start + length).epsilon(1e-12));
            CHECK(learning_rate(schedule, start + length / 2) ==
                  doctest::Approx(schedule.lr_max / 2));
        }
    }
}

TEST_CASE("cooling down goes on at the rate of that moment, in a number one can read") {
    const Schedule schedule{.lr_max = 0.03, .lr_min = 1e-6, .epochs = 1000};
    for (double epoch = 0; epoch <= 1000; epoch += 7.3) {
        const Schedule cooled = cooled_down(schedule, epoch, 50);
        const double now = learning_rate(schedule, epoch);
        CHECK(learning_rate(cooled, epoch) == doctest::Approx(now).epsilon(0.005));
        CHECK(learning_rate(cooled, double(cooled.epochs)) == doctest::Approx(1e-6));
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", cooled.lr_max);
        CHECK(std::strtod(text, nullptr) == cooled.lr_max);
        CHECK(cooled.lr_max >= schedule.lr_min);
    }
    CHECK(cooled_down({.lr_max = 0, .lr_min = 0}, 10, 50).lr_max == 0);
}

TEST_CASE("billions of cycles are as quick as one") {  // late steps once took minutes
    for (const double growth : {1 + 1e-9, 1 + 1e-15, std::nextafter(1.0, 2.0), 1.0}) {
        const Schedule schedule{.epochs = std::int64_t(1) << 40,
                                .warmup_epochs = 0,
                                .restart_epochs = 1,
                                .restart_multiplier = growth};
        for (const double epoch : {1e6, 1e9, 1e12}) {
            const double rate = learning_rate(schedule, epoch);
            CHECK(rate >= 0);
            CHECK(rate <= schedule.lr_max);
        }
    }
}

TEST_CASE("no epochs at all is no division by zero") {
    CHECK(std::isfinite(learning_rate({.epochs = 0, .epoch_offset = 0}, 0)));
}
