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
