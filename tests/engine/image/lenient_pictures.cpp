// Pictures of kinds that other programs show although the standards leave them open, or say it in
// an unusual place.
#include "engine/image/grid.h"
#include "engine/image/image_writer.h"
#include "engine/image/metadata.h"
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <array>
#include <cmath>

using namespace redraw;
using namespace redraw::test;

namespace {

Picture read_lenient(const Bytes& bytes) {
    return decode_picture(bytes, "x");
}

std::size_t offset_in(const Bytes& png, const std::string& chunk) {
    const std::string text(reinterpret_cast<const char*>(png.data()), png.size());
    return text.find(chunk);
}

Bytes exif_with_interoperability(const std::string& index, bool big_endian, int colour_space) {
    Bytes block = bytes_of(big_endian ? "MM" : "II");
    const auto u16 = [&](std::size_t v) { append(block, number_bytes(v, 2, big_endian)); };
    const auto u32 = [&](std::size_t v) { append(block, number_bytes(v, 4, big_endian)); };
    const auto entry = [&](std::size_t tag, std::size_t type, std::size_t count) {
        u16(tag);
        u16(type);
        u32(count);
    };
    u16(42);
    u32(8);
    u16(1);  // IFD0, at 8: one entry, the place of the EXIF directory
    entry(0x8769, 4, 1);
    u32(26);
    u32(0);
    u16(2);  // the EXIF directory, at 26: colour space, place of the interoperability directory
    entry(0xA001, 3, 1);
    u16(std::size_t(colour_space));
    u16(0);
    entry(0xA005, 4, 1);
    u32(56);
    u32(0);
    u16(1);  // the interoperability directory, at 56
    entry(1, 2, 4);
    append(block, bytes_of(index));
    append(block, {0});
    u32(0);
    return block;
}

// Returns an animated WebP: a canvas, and one frame at an even place, with `more` behind it.
Bytes animated_webp(PixelSize canvas, int x, int y, const Image& frame, const Bytes& more = {}) {
    const Bytes still = encode_image(frame, ImageFormat::webp, {.tagged = false});
    const auto u24 = [](int v) { return number_bytes(std::size_t(v), 3, false); };
    Bytes extended{std::byte{0x12}, {}, {}, {}};  // flags: animation, alpha
    append(extended, u24(canvas.width - 1));
    append(extended, u24(canvas.height - 1));
    Bytes content;
    for (const int number : {x / 2, y / 2, frame.width - 1, frame.height - 1, 100})
        append(content, u24(number));
    append(content, {0});
    append(content, std::span(still).subspan(12));
    Bytes body = bytes_of("WEBP"), file;
    append_riff_chunk(body, "VP8X", extended);
    append_riff_chunk(body, "ANIM", Bytes(6));
    append_riff_chunk(body, "ANMF", content);
    append(body, more);
    append_riff_chunk(file, "RIFF", body);
    return file;
}

Bytes tga_of(std::initializer_list<int> header, std::initializer_list<int> rest) {
    Bytes tga;
    append(tga, header);
    append(tga, rest);
    return tga;
}

}  // namespace

TEST_CASE("JPEG: Adobe RGB declared by EXIF is converted") {
    Image image = make_image(16, 16, 3);
    for (std::size_t i = 0; i < image.values.size(); ++i)
        image.values[i] = std::array{200, 30, 30}[i % 3] / 255.f;
    const Bytes jpeg =
        jpeg_file(image, [](jpeg_compress_struct& made) { jpeg_set_quality(&made, 100, TRUE); });
    const auto level = [](const Picture& picture, std::size_t c) {
        return std::lround(picture.image.values[c] * 255);
    };
    for (const bool big_endian : {false, true}) {
        for (const int space : {1, 2, 65535}) {
            const auto with = [&](const std::string& index) {
                return read_lenient(
                    with_jpeg_exif(jpeg, exif_with_interoperability(index, big_endian, space)));
            };
            const Picture converted = with("R03");
            CHECK(std::abs(level(converted, 0) - 233) <= 2);  // as by the profile of Adobe RGB
            CHECK(std::abs(level(converted, 1) - 24) <= 2);
            CHECK(contains(converted.note, "Adobe RGB"));
            for (const char* other : {"R98", "THM", "R04"}) {
                CHECK(with(other).image == read_lenient(jpeg).image);
                CHECK(with(other).note == "");
            }
        }
    }
    // A profile says more than EXIF, and gray has no primaries.
    const Bytes exif = exif_with_interoperability("R03", true, 65535);
    const Bytes tagged = encode_image(image, ImageFormat::jpeg, {.quality = 100});
    CHECK(read_lenient(with_jpeg_exif(tagged, exif)).image == read_lenient(tagged).image);
    const Bytes gray = jpeg_file(smooth_image(16, 16, 1));
    CHECK(read_lenient(with_jpeg_exif(gray, exif)).image == read_lenient(gray).image);
    // Cut or changed, the block is ignored or read, never a crash.
    for (std::size_t length = 0; length < exif.size(); ++length)
        exif_declares_adobe_rgb(std::span(exif).first(length));
    for (std::size_t i = 0; i < exif.size(); ++i) {
        for (const int flip : {1, 0x80, 0xFF}) {
            Bytes changed = exif;
            changed[i] ^= static_cast<std::byte>(flip);
            exif_declares_adobe_rgb(changed);
        }
    }
}

TEST_CASE("WebP: the first frame of an animation on its canvas") {
    const Image colours = random_image(6, 4, 3, 255), clear = random_image(6, 4, 4, 255);
    const Picture whole = read_lenient(animated_webp({6, 4}, 0, 0, colours));
    CHECK(whole.image == colours);
    CHECK(whole.note == "only the first frame of the animation is read");
    CHECK(read_lenient(animated_webp({6, 4}, 0, 0, clear)).image == clear);
    const Image part = read_lenient(animated_webp({11, 7}, 4, 2, colours)).image;
    REQUIRE(part.channels == 4);
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 11; ++x) {
            const bool inside = x >= 4 && x < 10 && y >= 2 && y < 6;
            const float* pixel = part.row(y) + std::ptrdiff_t(x) * 4;
            CHECK(pixel[3] == (inside ? 1.0f : 0.0f));
            if (inside) CHECK(std::equal(pixel, pixel + 3, colours.row(y - 2) + (x - 4) * 3));
        }
    }
    Bytes second;
    append_riff_chunk(second, "ANMF", Bytes(20, std::byte{0xFF}));
    CHECK(read_lenient(animated_webp({6, 4}, 0, 0, colours, second)).image == colours);
    // A frame that leaves its canvas, has another size than it says, or is not there.
    CHECK(contains(refusal(animated_webp({6, 4}, 2, 0, colours)), "damaged"));
    CHECK(contains(refusal(animated_webp({5, 4}, 0, 0, colours)), "damaged"));
    const Bytes bytes = animated_webp({6, 4}, 0, 0, colours);
    const std::size_t frame = offset_in(bytes, "ANMF");
    for (const std::size_t at : {frame, frame + 8 + 6, frame + 8 + 16}) {
        Bytes changed = bytes;
        changed[at] ^= std::byte{1};
        CHECK(contains(refusal(changed), "damaged"));
    }
    for (std::size_t length = 16; length + 1 < bytes.size(); ++length)
        CHECK(contains(refusal(Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(length))),
                       "damaged"));
    CHECK(contains(refusal(animated_webp({20000, 4}, 0, 0, colours)), "the limit is 16,384"));
}

TEST_CASE("TGA: alpha that the header does not declare") {
    const auto of_bits = [](int bits, int descriptor, std::initializer_list<int> pixels) {
        return read_lenient(
            tga_of({0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, bits, descriptor}, pixels));
    };
    const Image clear{2, 1, 4, {1, 0.4f, 0.2f, 0.2f, 1, 0.4f, 0.2f, 1}};
    const Image opaque{2, 1, 3, {1, 0.4f, 0.2f, 1, 0.4f, 0.2f}};
    CHECK(of_bits(32, 0, {51, 102, 255, 51, 51, 102, 255, 255}).image == clear);
    for (const int alpha : {0, 128, 255})  // the same for all pixels
        CHECK(of_bits(32, 0, {51, 102, 255, alpha, 51, 102, 255, alpha}).image == opaque);
    CHECK(of_bits(32, 8, {51, 102, 255, 51, 51, 102, 255, 51}).image.channels == 4);

    const Image red{2, 1, 3, {1, 0, 0, 1, 0, 0}}, half{2, 1, 4, {1, 0, 0, 0, 1, 0, 0, 1}};
    CHECK(of_bits(16, 1, {0, 0x7C, 0, 0xFC}).image == half);
    CHECK(of_bits(16, 0, {0, 0x7C, 0, 0xFC}).image == red);
    for (const int high : {0x7C, 0xFC}) CHECK(of_bits(16, 1, {0, high, 0, high}).image == red);

    const auto of_palette = [](int bits, int descriptor, std::initializer_list<int> rest) {
        return read_lenient(
            tga_of({0, 1, 1, 0, 0, 2, 0, bits, 0, 0, 0, 0, 2, 0, 1, 0, 8, descriptor}, rest));
    };
    CHECK(of_palette(32, 0, {51, 102, 255, 51, 51, 102, 255, 255, 0, 1}).image == clear);
    CHECK(of_palette(32, 0, {51, 102, 255, 0, 51, 102, 255, 0, 0, 1}).image == opaque);
    CHECK(of_palette(16, 1, {0, 0x7C, 0, 0xFC, 0, 1}).image == half);
}

TEST_CASE("GIF: the first frame enlarges a smaller canvas") {
    GifSample gif{.width = 2,
                  .height = 3,
                  .frames = {{0, 1, 2, 3, 3, 2, 1, 0}},
                  .frame_width = 4,
                  .frame_height = 2};
    const Image image = read_lenient(gif_file(gif)).image;
    REQUIRE(image.width == 4);
    REQUIRE(image.height == 3);  // the canvas is higher than the frame
    CHECK(image.channels == 4);
    CHECK(image.row(0)[3 * 4 + 2] == 1);
    CHECK(image.row(2)[3] == 0);
    gif.frame_left = 3;
    CHECK(read_lenient(gif_file(gif)).image.width == 7);
    gif.frame_left = 65000;
    CHECK(contains(refusal(gif_file(gif)), "the limit"));
}

TEST_CASE("PNM: a comment right behind the kind") {
    CHECK(read_lenient(bytes_of("P5#a comment\n1 1 255\nA")).image == Image{1, 1, 1, {65 / 255.f}});
    CHECK(contains(refusal(bytes_of("P5hello")), "text"));
}
