// A picture read by rows has the values of the same file loaded whole, bit for bit. Files that
// cannot be read by rows are loaded whole; damaged files are refused.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <fstream>

using namespace redraw;
using namespace redraw::test;

namespace {

// Forbids loading a picture whole, so that a successful read was by rows.
constexpr PictureLimits kNothingWhole{.max_side = 1};

struct ReadRows {
    Image image;
    int bit_depth = 0;
    std::string note;
};

ReadRows by_rows(const Bytes& bytes, const PictureLimits& whole = kNothingWhole) {
    const ScratchFolder folder;
    std::ofstream(folder / "a", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    PictureRows rows(folder / "a", kRowLimits, whole);
    Image image = make_image(rows.width(), rows.height(), rows.channels());
    const std::size_t count = std::size_t(image.width) * std::size_t(image.channels);
    for (int y = 0; y < image.height; ++y) rows.read({image.row(y), count});
    return {std::move(image), rows.bit_depth(), rows.note()};
}

void check_equal(const Bytes& bytes, const PictureLimits& whole = kNothingWhole) {
    const Picture picture = decode_picture(bytes, "a");
    const ReadRows read = by_rows(bytes, whole);
    CHECK(read.image == picture.image);
    CHECK(read.bit_depth == picture.bit_depth);
    CHECK(read.note == picture.note);
}

}  // namespace

TEST_CASE("PNG by rows: every channel count and depth, palettes, other colour spaces") {
    for (const int channels : {1, 2, 3, 4})
        for (const int depth : {8, 16})
            check_equal(encode_png(random_image(67, 41, channels, (1 << depth) - 1), depth));
    for (const int bits : {1, 2, 4})
        check_equal(png_file({.width = 11, .height = 9, .bits = bits}));
    check_equal(png_file({.width = 11, .height = 9, .bits = 4, .palette = true}));
    check_equal(
        png_file({.width = 11, .height = 9, .bits = 4, .palette = true, .transparent = true}));
    Bytes gamma;
    append_u32_be(gamma, 100000);
    for (const int channels : {1, 2, 3, 4})
        check_equal(with_png_chunk(encode_png(smooth_image(30, 20, channels), 8), "gAMA", gamma));
    Bytes chromaticities;  // primaries of a wide-gamut colour space
    for (const std::size_t n : {31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000})
        append_u32_be(chromaticities, n);
    for (const int depth : {8, 16})
        check_equal(with_png_chunk(
            with_png_chunk(encode_png(random_image(30, 20, 3, 255), depth), "gAMA", gamma), "cHRM",
            chromaticities));
}

TEST_CASE("JPEG by rows: gray, colour, CMYK; more than one part of the file") {
    check_equal(jpeg_file(smooth_image(50, 30, 1)));
    check_equal(jpeg_file(smooth_image(50, 30, 3)));
    check_equal(jpeg_file(random_image(700, 500, 3, 255)));
    for (const bool adobe : {false, true})
        check_equal(cmyk_jpeg_file({51, 102, 153, 26}, adobe, false));
}

TEST_CASE("what does not stand in the file row by row is loaded whole") {
    const Image image = smooth_image(50, 30, 3);
    const Bytes upright = encode_png(image, 8);
    for (const Bytes& bytes :
         {interlaced_png_file(random_image(50, 30, 3, 255), 8), jpeg_file(image, true),
          with_png_exif(upright, exif_block(6, false)),
          with_jpeg_exif(jpeg_file(image), exif_block(3, true)),
          encode_image(image, ImageFormat::bmp), encode_image(image, ImageFormat::webp)}) {
        check_equal(bytes, {});
        const std::string refused = error_of([&] { by_rows(bytes); });
        CHECK(contains(refused, "Cannot open a: it is "));
        CHECK(contains(refused, "the limit is 1 a side"));
        CHECK(contains(refused, "row by row"));
    }
    CHECK(contains(error_of([] { by_rows(bytes_of("hello")); }), "it is text, not a picture"));
}

TEST_CASE("cut anywhere, a picture by rows is refused in a sentence") {
    const Image image = random_image(40, 30, 3, 255);
    for (const Bytes& whole : {encode_png(image, 8), jpeg_file(image)}) {
        for (std::size_t length = 4; length < whole.size(); length += 37) {
            const Bytes cut(whole.begin(), whole.begin() + std::ptrdiff_t(length));
            CHECK(contains(error_of([&] { by_rows(cut); }), "Cannot open a: it is "));
        }
    }
}

TEST_CASE("a side beyond what is read by rows is refused by the header") {
    Bytes png = encode_png(smooth_image(4, 4, 1), 8);
    png[16] = std::byte(0x7F);
    CHECK(contains(error_of([&] { by_rows(png); }), "the limit is 1,048,576 a side"));
}
