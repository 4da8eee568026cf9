#include "engine/text/numbers.h"
#include "ui/kit/fields.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("numbers as people write and read them") {
    CHECK(parse_number("2e-3") == 2e-3);
    CHECK(parse_number("1,240") == 1240);
    CHECK(parse_number("1,240.5") == 1240.5);
    CHECK(parse_number("0,5") == 0.5);
    CHECK(parse_number("0,125") == 0.125);
    CHECK(parse_number(" 12 000 ") == 12000);
    CHECK_FALSE(parse_number("nan"));
    CHECK_FALSE(parse_number("inf"));
    CHECK_FALSE(parse_number("12x"));
    CHECK_FALSE(parse_number(""));
    for (const double value : {0.0, 2e-3, 1e-4, 0.99, 60.0, 1234567.0, 1.26e-5, 0.1})
        CHECK(parse_number(number(value)) == value);
    CHECK(number(2e-3) == "2e-3");
    CHECK(number(0.99) == "0.99");
    CHECK(number(1e6) == "1000000");
}

TEST_CASE("no number of the window has sixteen digits") {
    CHECK(shown_number(10.0 / 11) == "0.90909");
    CHECK(shown_number(1618.8123456) == "1618.8");
    CHECK(shown_number(2e-3) == "2e-3");
    CHECK(shown_number(1.23456789e-4) == "1.2346e-4");
    CHECK(shown_number(1234567) == "1234567");
    CHECK(shown_number(0.1) == "0.1");
    for (const double value : {0.0, 2e-3, 0.99, 60.0, 1234567.0, 1.26e-5, 0.25})
        CHECK(parse_number(shown_number(value)) == value);
    CHECK(epoch_number(1618.8) == "1,619");
    CHECK(epoch_number(99.96) == "100");
    CHECK(epoch_number(0.5) == "0.5");
    CHECK(epoch_number(3.9999999) == "4");
}
