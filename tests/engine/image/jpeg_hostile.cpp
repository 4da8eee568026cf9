// Tests JPEG files that look whole but lack scans or have them out of order, files that look
// damaged but contain all pixels, and kinds of JPEG that Redraw does not read.
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <fstream>
#include <random>

using namespace redraw;
using namespace redraw::test;

namespace {

// Returns the offsets of the scans, whose marker FF DA occurs nowhere else in these files.
std::vector<std::size_t> scans_of(const Bytes& jpeg) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + 1 < jpeg.size(); ++i)
        if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte{0xDA}) found.push_back(i);
    return found;
}

Bytes cut(const Bytes& jpeg, std::size_t length) {
    Bytes result(jpeg.begin(), jpeg.begin() + std::ptrdiff_t(length));
    append(result, {0xFF, 0xD9});  // EOI, the end marker
    return result;
}

Picture decoded_jpeg(const Bytes& jpeg) {
    return decode_picture(jpeg, "x.jpg");
}

// Decodes a JPEG from a file by PictureRows, which loads a progressive one whole.
Picture jpeg_by_rows(const Bytes& jpeg) {
    const ScratchFolder folder;
    std::ofstream(folder / "x.jpg", std::ios::binary)
        .write(reinterpret_cast<const char*>(jpeg.data()), std::streamsize(jpeg.size()));
    PictureRows rows(folder / "x.jpg");
    Picture picture{make_image(rows.width(), rows.height(), rows.channels()), "x.jpg", "JPEG", 8,
                    ""};
    const auto count = std::size_t(rows.width()) * std::size_t(rows.channels());
    for (int y = 0; y < rows.height(); ++y) rows.read({picture.image.row(y), count});
    picture.note = rows.note();
    return picture;
}

void with_restarts(jpeg_compress_struct& jpeg) {
    jpeg.restart_interval = 2;
}

// Returns the offset of each scan's first Huffman table.
std::vector<std::size_t> parts_of(const Bytes& jpeg) {
    std::vector<std::size_t> found;
    for (const std::size_t scan : scans_of(jpeg)) {
        std::size_t at = found.empty() ? 2 : scans_of(jpeg)[found.size() - 1] + 2;
        while (jpeg[at] != std::byte{0xFF} || jpeg[at + 1] != std::byte{0xC4}) ++at;
        REQUIRE(at < scan);
        found.push_back(at);
    }
    return found;
}

// Returns the JPEG with only the scans in `order`, each with its tables, in that order.
Bytes with_parts(const Bytes& jpeg, const std::vector<std::size_t>& order) {
    auto at = parts_of(jpeg);
    at.push_back(jpeg.size() - 2);
    Bytes result(jpeg.begin(), jpeg.begin() + std::ptrdiff_t(at[0]));
    for (const std::size_t i : order)
        append(result, std::span(jpeg).subspan(at[i], at[i + 1] - at[i]));
    append(result, {0xFF, 0xD9});
    return result;
}

std::size_t place_of(const Bytes& jpeg, int marker) {
    for (std::size_t i = 0; i + 1 < jpeg.size(); ++i)
        if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte(marker)) return i;
    FAIL("no such marker");
    return 0;
}

}  // namespace

TEST_CASE("a JPEG without its end, whose pixels are all there, is read") {
    const Image image = smooth_image(40, 33, 3);
    for (const Bytes& whole : {jpeg_file(image), jpeg_file(image, true),
                               jpeg_file(image, with_restarts), jpeg_file(smooth_image(9, 9, 1))}) {
        const Picture expected = decoded_jpeg(whole);
        CHECK(expected.note == "");
        const Bytes open(whole.begin(), whole.end() - 2);
        Bytes half = open;
        append(half, {0xFF});
        for (const Bytes& bytes : {open, half}) {
            for (const Picture& picture : {decoded_jpeg(bytes), jpeg_by_rows(bytes)}) {
                CHECK(picture.image == expected.image);
                CHECK(picture.note == "its end is missing, its pixels are all there");
            }
        }
        for (const std::ptrdiff_t less : {4, 6, 20}) {  // cuts off pixels, too
            const Bytes cut_off(whole.begin(), whole.end() - less);
            CHECK(contains(refusal(cut_off), "it is damaged"));
            CHECK(contains(error_of([&] { jpeg_by_rows(cut_off); }), "it is damaged"));
        }
    }
}

TEST_CASE("what stands behind the pixels of a JPEG harms none of them") {
    const Bytes whole = jpeg_file(smooth_image(40, 33, 3));
    const Image expected = decoded_jpeg(whole).image;
    for (const bool ended : {true, false}) {
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            Bytes bytes(whole.begin(), whole.end() - (ended ? 0 : 2));
            append(bytes, {0, 0, 0, 24, 'f', 't', 'y', 'p', 'm', 'p', '4', '2'});
            for (int i = 0; i < 400; ++i) append(bytes, {int(random() % 256)});
            append(bytes, {0xFF, 0xC0, 0, 2, 0xFF, 0xC4, 0, 9, 1, 2, 3});
            for (const Picture& picture : {decoded_jpeg(bytes), jpeg_by_rows(bytes)}) {
                CHECK(picture.image == expected);
                CHECK(picture.note.empty() == ended);
            }
        }
    }
}

TEST_CASE("a sequential JPEG with numbers of a progressive one is read") {
    const Bytes whole = jpeg_file(smooth_image(40, 33, 3));
    Bytes odd = whole;
    const std::size_t scan = place_of(whole, 0xDA);
    const auto length = std::to_integer<std::size_t>(whole[scan + 3]);
    REQUIRE(odd[scan + 2 + length - 2] == std::byte{63});
    odd[scan + 2 + length - 2] = std::byte{0};
    CHECK(decoded_jpeg(odd).image == decoded_jpeg(whole).image);
    CHECK(decoded_jpeg(odd).note == "");
}

TEST_CASE("scans of a progressive JPEG: one is lost, or they come in another order") {
    const Bytes whole = jpeg_file(random_image(40, 30, 1, 255), [](jpeg_compress_struct& jpeg) {
        static const jpeg_scan_info kScans[] = {{1, {0}, 0, 0, 0, 0},
                                                {1, {0}, 1, 63, 0, 2},
                                                {1, {0}, 1, 63, 2, 1},
                                                {1, {0}, 1, 63, 1, 0}};
        jpeg.scan_info = kScans;
        jpeg.num_scans = 4;
    });
    REQUIRE(parts_of(whole).size() == 4);
    CHECK(with_parts(whole, {0, 1, 2, 3}) == whole);
    CHECK(decoded_jpeg(with_parts(whole, {1, 0, 2, 3})).image == decoded_jpeg(whole).image);
    CHECK(contains(refusal(with_parts(whole, {0, 1, 3})), "it is damaged"));
    CHECK(contains(refusal(with_parts(whole, {0, 2, 3})), "it is damaged"));
    CHECK(contains(refusal(with_parts(whole, {0, 1, 3, 2})), "it is damaged"));
}

TEST_CASE("a JPEG of a kind that is not read is not called damaged") {
    const Bytes whole = jpeg_file(smooth_image(16, 16, 3));
    const std::size_t frame = place_of(whole, 0xC0);
    const auto with_byte = [&](std::size_t at, int value) {
        Bytes bytes = whole;
        bytes[at] = std::byte(value);
        return bytes;
    };
    const Bytes two = jpeg_file(smooth_image(16, 16, 2), [](jpeg_compress_struct& jpeg) {
        jpeg.in_color_space = JCS_UNKNOWN;
        jpeg_set_defaults(&jpeg);
    });
    for (const Bytes& bytes :
         {with_byte(frame + 1, 0xC3), with_byte(frame + 1, 0xC5), with_byte(frame + 1, 0xC9),
          with_byte(frame + 1, 0xCA), with_byte(frame + 1, 0xCB), with_byte(frame + 1, 0xF7),
          with_byte(frame + 4, 12), with_byte(frame + 4, 16), two}) {
        CAPTURE(refusal(bytes));
        CHECK(contains(refusal(bytes), "Redraw does not read"));
        CHECK(!contains(refusal(bytes), "damaged"));
    }
}

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
