// Files that are damaged, too large, or no pictures: each is refused with one sentence, or decoded;
// never a crash, never a large allocation. Run it under AddressSanitizer.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

using namespace redraw;
using namespace redraw::test;

namespace {

struct Sample {
    std::string format;
    Bytes bytes;
};

std::vector<Sample> small_files() {
    const ScratchFolder folder;
    std::vector<Sample> samples;
    const Image colours = random_image(9, 7, 3, 255), clear = random_image(9, 7, 4, 255);
    for (const char* name : {"a.png", "a.jpg", "a.webp", "a.bmp", "a.tga"}) {
        for (const Image& image : {colours, clear}) {
            write_image(folder / name, image);
            samples.push_back({name + 2, read_all(folder / name)});
        }
    }
    write_image(folder / "a.csv", random_image(4, 3, 1, 255));
    samples.push_back({"csv", read_all(folder / "a.csv")});
    samples.push_back({"csv", bytes_of("sep=;\nx;y;ink\n0,0;0;0,5\n1;0;1\n")});
    samples.push_back({"progressive jpg", jpeg_file(smooth_image(20, 17, 3), true)});
    samples.push_back({"cmyk jpg", cmyk_jpeg_file({51, 102, 153, 26}, true, true)});
    samples.push_back({"exif jpg", with_jpeg_exif(jpeg_file(colours), exif_block(6, true))});
    samples.push_back(
        {"exif webp", with_webp_exif(random_image(9, 7, 1, 255), exif_block(6, true))});
    samples.push_back({"interlaced png", interlaced_png_file(colours, 16)});
    samples.push_back(
        {"palette png",
         png_file({.width = 9, .height = 7, .bits = 4, .palette = true, .transparent = true})});
    GifSample gif{.width = 9, .height = 7, .frames = {{}, {}}, .transparent = 3};
    for (int i = 0; i < 63; ++i) gif.frames[0].push_back(i * i % 4);
    gif.frames[1] = gif.frames[0];
    samples.push_back({"gif", gif_file(gif)});
    samples.push_back({"pnm", bytes_of("P6 2 2 255\nabcdefghijkl")});
    const std::string row("\1ab", 3), lengths("\0\3\0\3\0\3\0\3", 8);
    samples.push_back(
        {"psd", psd_file({4, 8, 3, std::string("\0\1", 2) + lengths + row + row + row + row, "",
                          std::string("\0\0\0\2\xFF\xFF", 6)})});
    return samples;
}

// Returns true if the bytes are decoded, false if they are refused with one sentence. Any other
// exception fails the test.
bool decodes(const Bytes& bytes) {
    // Small limits make a header that claims a large size cheap to test.
    const PictureLimits limits{.max_side = 2000, .max_pixels = 1'000'000};
    std::string error;
    try {
        const Picture picture = decode_picture(bytes, "x", limits);
        REQUIRE(picture.image.values.size() ==
                picture.image.pixel_count() * std::size_t(picture.image.channels));
        REQUIRE(picture.image.pixel_count() > 0);
        REQUIRE(picture.image.pixel_count() <= 1'000'000);
        REQUIRE(std::all_of(picture.image.values.begin(), picture.image.values.end(),
                            [](float value) { return value >= 0 && value <= 1; }));
        return true;
    } catch (const Error& refused) {
        error = refused.what();
    }
    REQUIRE(error.starts_with("Cannot open x: "));
    REQUIRE(error.size() > 20);
    return false;
}

// A PNG of one colour, written row by row, so that the test needs little memory.
Bytes flat_png(int width, int height) {
    return write_png([&](png_structp png, png_infop info) {
        png_set_compression_level(png, 1);
        png_set_filter(png, 0, PNG_FILTER_NONE);
        png_set_IHDR(png, info, png_uint_32(width), png_uint_32(height), 8, PNG_COLOR_TYPE_GRAY, 0,
                     0, 0);
        png_write_info(png, info);
        const std::vector<png_byte> row(std::size_t(width), 0);
        for (int y = 0; y < height; ++y) png_write_row(png, row.data());
        png_write_end(png, nullptr);
    });
}

}  // namespace

TEST_CASE("cut after every byte: refused, or what was there") {
    for (const Sample& sample : small_files()) {
        CAPTURE(sample.format);
        CHECK(decodes(sample.bytes));
        std::size_t decoded = 0;
        for (std::size_t length = 0; length < sample.bytes.size(); ++length) {
            decoded +=
                decodes(Bytes(sample.bytes.begin(), sample.bytes.begin() + std::ptrdiff_t(length)));
        }
        // Some formats may lack their end: TGA its footer, GIF the second frame and the end marker,
        // BMP the last padding. A CSV cut between lines is a smaller picture.
        for (const char* strict : {"pnm", "psd"})
            if (contains(sample.format, strict)) CHECK(decoded == 0);
        if (contains(sample.format, "png")) CHECK(decoded == 12);  // the end chunk is cut
        if (contains(sample.format, "jpg")) CHECK(decoded == 2);   // end marker missing or halved
        if (sample.format == "bmp") CHECK(decoded <= 1);
        if (sample.format == "tga") CHECK(decoded == 26);
    }
}

// True for files with a colour profile, which take much longer to decode.
bool has_profile(const Bytes& bytes) {
    return contains(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "acsp");
}

TEST_CASE("any single byte changed: refused or decoded") {
    std::mt19937 random(7);
    for (const Sample& sample : small_files()) {
        CAPTURE(sample.format);
        std::size_t refused = 0;
        const std::size_t flips = has_profile(sample.bytes) ? 1 : 4;
        for (std::size_t i = 0; i < sample.bytes.size(); ++i) {
            const unsigned all[] = {unsigned(random() % 255 + 1), 0x01u, 0x80u, 0xFFu};
            for (const unsigned flip : std::span(all, flips)) {
                Bytes changed = sample.bytes;
                changed[i] ^= static_cast<std::byte>(flip);
                const bool decoded = decodes(changed);
                refused += !decoded;
                // Checksums, chunk lengths and the signature reveal a change of any byte of a PNG.
                if (decoded && contains(sample.format, "png"))
                    CHECK(decode_picture(changed, "x").note != "");
            }
        }
        CHECK(refused > 0);
    }
}

TEST_CASE("rubbish after the end, or a second file, harms nothing") {
    for (const Sample& sample : small_files()) {
        if (sample.format == "csv") continue;
        CAPTURE(sample.format);
        Bytes glued = sample.bytes;
        append(glued, sample.bytes);
        CHECK(decode_picture(glued, "x").image == decode_picture(sample.bytes, "x").image);
    }
}

TEST_CASE("what is no picture is called by its name") {
    const std::pair<std::string, const char*> kCases[] = {
        {"", "an empty file"},
        {"<!DOCTYPE html><html>404", "a web page, not a picture"},
        {"\n  <HTML>", "a web page, not a picture"},
        {"<?xml version='1.0'?>\n<!-- a --><svg xmlns=''>", "an SVG drawing"},
        {"<svg>", "an SVG drawing"},
        {"%PDF-1.7", "a PDF document"},
        {std::string("\0\0\0\x0CjP  ", 8) + "\r\n\x87\n", "a JPEG 2000 picture"},
        {"P6\n3 2\n255\n", "damaged (it ends too early)"},
        {"P7\nWIDTH 3", "a PAM picture"},
        {"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n", "a Radiance HDR picture"},
        {std::string("\0\0\0\x1C", 4) + "ftypisom", "a video, not a picture"},
        {std::string("SQLite format 3\0", 16), "a run or a database"},
        {"hello", "text, not a picture"},
        {"BMW is a car", "text, not a picture"},
        {"P6 of the list", "text, not a picture"},
        {std::string(100, '\0'), "not a picture Redraw knows"},
    };
    for (const auto& listed : kCases) {
        CAPTURE(listed.first);
        const std::string error = refusal(bytes_of(listed.first));
        CHECK(error.starts_with(std::string("Cannot open x.jpg: it is ") + listed.second));
    }
}

TEST_CASE("pictures above the limits are refused by their header") {
    CHECK(contains(refusal(flat_png(16384, 16384)),
                   "it is 16,384 × 16,384 pixels, 268 megapixels; the limit is 128"));
    CHECK(contains(refusal(flat_png(16385, 1)),
                   "it is 16,385 × 1 pixels; the limit is 16,384 a side"));
    CHECK(refusal(flat_png(16384, 1)) == "");
    CHECK(refusal(flat_png(1, 16384)) == "");
    CHECK(contains(refusal(flat_png(101, 100), {.max_pixels = 10'000}), "megapixels; the limit"));
    CHECK(refusal(flat_png(100, 100), {.max_pixels = 10'000}) == "");
    CHECK(refusal(flat_png(20000, 2), {.max_side = 20000}) == "");

    const ScratchFolder folder;
    for (const std::string name : {"a.jpg", "a.webp", "a.bmp", "a.tga", "a.csv"}) {
        CAPTURE(name);
        write_image(folder / name, smooth_image(120, 100, 1));
        const Bytes bytes = read_all(folder / name);
        CHECK(contains(refusal(bytes, {.max_side = 119}), "it is 120 × 100 pixels; the limit"));
        CHECK(contains(refusal(bytes, {.max_pixels = 11'999}), "it is 120 × 100 pixels, "));
        CHECK(refusal(bytes, {.max_side = 120, .max_pixels = 12'000}) == "");
    }
    const Bytes gif = gif_file({.width = 120, .height = 100, .frames = {std::vector<int>(12'000)}});
    CHECK(contains(refusal(gif, {.max_pixels = 11'999}), "it is 120 × 100 pixels, "));
    write_image(folder / "a.png", make_image(100, 100, 1));
    CHECK(contains(error_of([&] { load_picture(folder / "a.png", {.max_file_bytes = 50}); }),
                   "the limit is"));
}

TEST_CASE("a small file that claims many pixels is refused before they are allocated") {
    // 11000 x 11000 is within the limits, but the pixels would take half a gigabyte.
    Bytes png = encode_png(make_image(4, 4, 1), 8);
    Bytes header;
    append_u32_be(header, 11000);
    append_u32_be(header, 11000);
    append(header, {8, 0, 0, 0, 0});
    const Bytes chunk = png_chunk("IHDR", header);
    std::copy(chunk.begin(), chunk.end(), png.begin() + 8);
    CHECK(contains(refusal(png), "it is damaged (it ends too early)"));

    // A text chunk that claims 2 GB in a file of about 100 bytes.
    Bytes text = encode_png(make_image(4, 4, 1), 8);
    Bytes chunk_of_text = png_chunk("tEXt", bytes_of("Title"));
    chunk_of_text[0] = std::byte{0x7F};
    text.insert(text.begin() + 33, chunk_of_text.begin(), chunk_of_text.end());
    CHECK(contains(refusal(text), "it is damaged (it ends too early)"));

    Bytes jpeg = jpeg_file(make_image(8, 8, 1));
    for (std::size_t i = 0; i + 9 < jpeg.size(); ++i) {
        if (jpeg[i] == std::byte{0xFF} && jpeg[i + 1] == std::byte{0xC0}) {
            jpeg[i + 5] = jpeg[i + 7] = std::byte{0x2A};
        }
    }
    CHECK(contains(refusal(jpeg), "it is damaged (it ends too early)"));

    Bytes bmp = bytes_of("BM");
    append(bmp, {0, 0, 0, 0,  0, 0, 0, 0,  54, 0, 0, 0, 40, 0,
                 0, 0, 0, 40, 0, 0, 0, 40, 0,  0, 1, 0, 24, 0});
    bmp.resize(100);
    CHECK(contains(refusal(bmp), "it ends too early"));

    GifSample gif{.width = 4, .height = 4, .frames = {std::vector<int>(16)}};
    Bytes canvas = gif_file(gif);
    canvas[7] = canvas[9] = std::byte{0x2A};  // a canvas of 10756 x 10756 around a frame of 4 x 4
    CHECK(contains(refusal(canvas), "it is damaged (it ends too early)"));
    canvas[7] = canvas[9] = std::byte{3};  // a canvas of 772 x 772 is accepted
    CHECK(refusal(canvas) == "");
}

TEST_CASE("the number of the line is right, whatever ends it") {
    for (const std::string end : {"\n", "\r\n", "\r"})
        CHECK(contains(refusal(bytes_of("x,y,pixel_value" + end + "0,0,1" + end + "1,0,2" + end)),
                       "line 3: pixel_value is 2"));
}
