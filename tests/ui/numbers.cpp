#include "ui/kit/number_row.h"
#include "ui/look/format.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;

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
    CHECK(thousands(1240) == "1,240");
    CHECK(thousands(-1234567) == "-1,234,567");
    CHECK(duration(6) == "0:06");
    CHECK(duration(3723) == "1:02:03");
    CHECK(duration(INFINITY) == "–");
    CHECK(rate(1.26e-3) == "1.26e-3");
    CHECK(rate(9.999e-4) == "1.00e-3");
    CHECK(rate(0) == "0");
    CHECK(rate(-NAN) == "nan");
    CHECK(rate(INFINITY) == "inf");
    CHECK(decibels(INFINITY) == "∞ dB");
    CHECK(bytes(200'196) == "200 KB");
}
