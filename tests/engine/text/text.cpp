// Tests engine/text: numbers and words as people read them, names, and the characters of URLs.
#include "engine/network/config.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace redraw;

TEST_CASE("numbers as people read them") {
    CHECK(thousands(1240) == "1,240");
    CHECK(counted(1, "picture") == "1 picture");
    CHECK(counted(1240, "picture") == "1,240 pictures");
    CHECK(counted(0, "run") == "0 runs");
    CHECK(thousands(-1234567) == "-1,234,567");
    CHECK(number(0) == "0");
    CHECK(number(60) == "60");
    CHECK(number(0.01) == "0.01");
    CHECK(number(2e-3) == "2e-3");
    CHECK(number(-1.26e-5) == "-1.26e-5");
    CHECK(number(1e15) == "1000000000000000");
    CHECK(number(1.5e16) == "1.5e16");
    CHECK(short_number(NAN) == "nan");
    CHECK(formula_number(0.0312) == "0.0312");
    CHECK(formula_number(-12.345) == "−12.3");
    CHECK(formula_number(0.99996) == "1.000");
    CHECK(formula_number(-2.1e-5) == "−2.10e-5");
    CHECK(formula_number(0.214321, 5) == "0.21432");
    CHECK(formula_number(123456) == "1.23e5");
    CHECK(formula_number(1234) == "1234");
    CHECK(formula_number(-0.0) == "0");
    CHECK(formula_number(NAN) == "NaN");
    CHECK(formula_number(-INFINITY) == "−∞");
    CHECK(rate(1.26e-3) == "1.26e-3");
    CHECK(rate(9.999e-4) == "1.00e-3");
    CHECK(rate(0) == "0");
    CHECK(rate(-NAN) == "nan");
    CHECK(rate(INFINITY) == "inf");
    CHECK(per_second(310.4) == "310");
    CHECK(per_second(1.25) == "1.2");
    CHECK(per_second(0.417) == "0.42");
    CHECK(epoch_number(1240) == "1,240");
    CHECK(epoch_number(12.5) == "12.5");
    CHECK(epoch_number(0.8) == "0.8");
    CHECK(epoch_number(0.0123) == "0.012");
    CHECK(epoch_number(0.9999) == "1");
    CHECK(dimensions(6000, 400) == "6,000 × 400");
    CHECK(bytes(200'196) == "200 KB");
    CHECK(bytes(1.24e6) == "1.2 MB");
    CHECK(bytes(12.4e6) == "12 MB");
    CHECK(decibels(41.83) == "41.8 dB");
    CHECK(decibels(INFINITY) == "exact");
    CHECK(decibels(NAN) == "no dB yet");
    CHECK(precise_decibels(41.834) == "41.83 dB");
    CHECK(precise_decibels(INFINITY) == "exact");
}

TEST_CASE("a number of decibels has words beside it") {
    CHECK(likeness(NAN) == "");
    CHECK(likeness(INFINITY) == "every pixel matches");
    std::string before;
    for (const double psnr :
         {-3.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 50.0}) {  // one for each wording
        CAPTURE(psnr);
        CHECK(likeness(psnr) != before);
        CHECK(likeness(psnr + 4.9) == likeness(psnr));
        before = likeness(psnr);
    }
}

TEST_CASE("every word is wanted, in any case") {
    for (const char* words : {"", "  ", "lion SIREN", " oN "})
        CHECK(has_words("Lion, siren", words));
    CHECK(has_words("An illustrated guide to the rate", "RATE", true));
    CHECK_FALSE(has_words("An illustrated guide", "rate", true));
    for (const char* words : {"lions", "lion grid"}) CHECK_FALSE(has_words("Lion, siren", words));
}

TEST_CASE("time that is left is rounded up, time that was taken to the nearest second") {
    CHECK(duration(6) == "0:06");
    CHECK(duration(6.1) == "0:07");
    CHECK(duration(3723) == "1:02:03");
    CHECK(about_time(0.2) == "1 s");
    CHECK(about_time(37.4) == "38 s");
    CHECK(about_time(61) == "2 min");
    CHECK(time_span(30) == "30 s");
    CHECK(time_span(90) == "1.5 min");
    CHECK(time_span(110) == "1 min 50 s");
    CHECK(time_span(600) == "10 min");
    CHECK(time_span(5400) == "1.5 h");
    CHECK(time_span(3720) == "1 h 2 min");
    CHECK(duration(3 * 86400) == "3 days");
    CHECK(duration(INFINITY) == "–");
    CHECK(whole_duration(6.4) == "0:06");
    CHECK(whole_duration(6.6) == "0:07");
    CHECK(whole_duration(3 * 86400) == "72:00:00");
    CHECK(whole_duration(-1) == "0:00");
}

TEST_CASE("words and names") {
    CHECK(title("siren") == "SIREN");
    CHECK(title("relu") == "ReLU");
    CHECK(title("sgd") == "SGD");
    CHECK(title("lineart") == "Line art");
    CHECK(title("grid") == "Grid");
    CHECK(title("") == "");
    CHECK(extension_of("a/b.JPEG") == "jpeg");
    CHECK(extension_of("a.d/b") == "");
    CHECK(extension_of("b.") == "");
    CHECK(all_names<Encoding>() == "none, fourier, grid, window");
    CHECK(from_name<Encoding>("grid") == Encoding::grid);
    CHECK_FALSE(from_name<Encoding>("Grid"));
    CHECK(name_of(Encoding(99)) == "");
}

TEST_CASE("a path in a URL holds ASCII only") {
    CHECK(percent_encoded("/a b/ä~1.redraw?#%") == "/a%20b/%C3%A4~1.redraw%3F%23%25");
    CHECK(percent_decoded("/a%20b/%C3%A4~1.redraw%3f%23%25") == "/a b/ä~1.redraw?#%");
    for (const char* damaged : {"%", "a%4", "%4g", "%g4", "%00", "%+1"})
        CHECK(percent_decoded(damaged) == "");
}

TEST_CASE("the distance between two words counts edits, and a swap as one") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "fit") == 3);
    CHECK(edit_distance("fit", "") == 3);
    CHECK(edit_distance("fit", "fit") == 0);
    CHECK(edit_distance("fti", "fit") == 1);
    CHECK(edit_distance("sise", "size") == 1);
    CHECK(edit_distance("exprot", "export") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("ca", "abc") == 3);  // no letter is edited twice
}

TEST_CASE("the word that was meant, or none") {
    const std::vector<std::string> names{"fit", "enlarge", "resume", "export", "info", "import"};
    CHECK(nearest("fti", names) == "fit");
    CHECK(nearest("enlage", names) == "enlarge");
    CHECK(nearest("enl", names) == "enlarge");
    CHECK(nearest("imprt", names) == "import");
    CHECK(nearest("exprot", names) == "export");
    CHECK(nearest("frobnicate", names).empty());
    CHECK(nearest("x", names).empty());
    CHECK(nearest("", names).empty());
    CHECK(nearest(std::string(100'000, 'e'), names).empty());
    CHECK(nearest("fit", {}).empty());
}
