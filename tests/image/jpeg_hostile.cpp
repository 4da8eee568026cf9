// JPEG files that look whole and are not: cut where a scan ends, or in a code that may end
// anywhere.
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

using namespace redraw;
using namespace redraw::test;

namespace {

// Where scans begin: behind it no marker but theirs is stored.
std::vector<std::size_t> scans_of(const Bytes& jpeg) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + 1 < jpeg.size(); ++i)
        if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte{0xDA}) found.push_back(i);
    return found;
}

Bytes cut(const Bytes& jpeg, std::size_t length) {
    Bytes result(jpeg.begin(), jpeg.begin() + std::ptrdiff_t(length));
    append(result, {0xFF, 0xD9});  // the end of a JPEG
    return result;
}

}  // namespace

TEST_CASE("a progressive JPEG cut behind any of its scans is refused") {
    for (const int channels : {1, 3}) {
        const Bytes whole = jpeg_file(random_image(40, 30, channels, 255), true);
        const auto scans = scans_of(whole);
        REQUIRE(scans.size() >= 6);
        CHECK(refusal(whole) == "");
        for (std::size_t i = 1; i < scans.size(); ++i) {
            CAPTURE(i);
            CHECK(refusal(cut(whole, scans[i])) ==
                  "Cannot open x.jpg: it is damaged (it ends too early: scans are missing)");
        }
    }
}

TEST_CASE("a JPEG without the scan of a colour is refused") {
    const Bytes whole = jpeg_file(smooth_image(40, 30, 3), [](jpeg_compress_struct& jpeg) {
        static const jpeg_scan_info kOneEach[] = {
            {1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
        jpeg.scan_info = kOneEach;
        jpeg.num_scans = 3;
    });
    const auto scans = scans_of(whole);
    REQUIRE(scans.size() == 3);
    CHECK(refusal(whole) == "");
    for (const std::size_t scan : {scans[1], scans[2]})
        CHECK(contains(refusal(cut(whole, scan)), "scans are missing"));
}

TEST_CASE("an arithmetic-coded JPEG is refused, whole and cut") {
    for (const bool progressive : {false, true}) {
        const Bytes whole =
            jpeg_file(random_image(64, 64, 3, 255), [&](jpeg_compress_struct& jpeg) {
                if (progressive) jpeg_simple_progression(&jpeg);
                jpeg.arith_code = TRUE;
            });
        for (const Bytes& bytes : {whole, cut(whole, whole.size() / 2)}) {
            CHECK(refusal(bytes) ==
                  "Cannot open x.jpg: it is an arithmetic-coded JPEG, which Redraw does not read");
        }
    }
}
