// PNGs with damage that harms no pixel: each is read, whole and by rows, and its note reports it.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <fstream>

using namespace redraw;
using namespace redraw::test;

namespace {

Picture read_damaged(const Bytes& bytes) {
    return decode_picture(bytes, "x");
}

// Checks that the picture has these pixels and a note, read whole and by rows.
void check_noted(const Bytes& bytes, const Image& expected) {
    const Picture picture = read_damaged(bytes);
    CHECK(picture.image == expected);
    CHECK(picture.note != "");
    const ScratchFolder folder;
    std::ofstream(folder / "a", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    PictureRows rows(folder / "a", kRowLimits, {.max_side = 1});
    Image image = make_image(rows.width(), rows.height(), rows.channels());
    const std::size_t count = std::size_t(image.width) * std::size_t(image.channels);
    for (int y = 0; y < image.height; ++y) rows.read({image.row(y), count});
    CHECK(image == expected);
    CHECK(rows.note() == picture.note);
}

constexpr std::size_t kPngHeaderEnd = 33, kPngEnd = 12;  // bytes: signature and IHDR; IEND

Bytes inserted(Bytes bytes, std::size_t at, const Bytes& more) {
    bytes.insert(bytes.begin() + std::ptrdiff_t(at), more.begin(), more.end());
    return bytes;
}

Bytes with_wrong_checksum(Bytes chunk) {
    chunk.back() ^= std::byte{1};
    return chunk;
}

std::size_t place_in_png(const Bytes& png, const std::string& chunk) {
    const std::string text(reinterpret_cast<const char*>(png.data()), png.size());
    return text.find(chunk);
}

}  // namespace

TEST_CASE("PNG: damage to a chunk without pixels is noted, before and behind the pixels") {
    const Image image = random_image(9, 7, 3, 255);
    const Bytes png = encode_image(image, ImageFormat::png, {.tagged = false});
    CHECK(read_damaged(png).note == "");
    const std::size_t behind = png.size() - kPngEnd;
    for (const char* type : {"tEXt", "zTXt", "iTXt", "tIME", "eXIf", "pHYs", "prVt", "cICP", "iCCP",
                             "gAMA", "cHRM", "sRGB", "s\1IT", "t@Xt"}) {
        CAPTURE(type);
        const Bytes chunk = with_wrong_checksum(png_chunk(type, bytes_of(std::string(4, '\1'))));
        for (const std::size_t at : {kPngHeaderEnd, behind})
            check_noted(inserted(png, at, chunk), image);
    }
    check_noted(inserted(png, behind, png_chunk("s\1IT", Bytes(3))), image);
    Bytes cut_text = png_chunk("tEXt", Bytes(100));
    cut_text.resize(30);  // the file ends in it
    check_noted(inserted(Bytes(png.begin(), png.end() - kPngEnd), behind, cut_text), image);
}

TEST_CASE("PNG: EXIF, profile and transparency with a wrong checksum are not applied") {
    const Image image = random_image(9, 7, 3, 255);
    const Bytes png = encode_image(image, ImageFormat::png, {.tagged = false});
    const Bytes turned = png_chunk("eXIf", exif_block(6, true));
    CHECK(read_damaged(inserted(png, kPngHeaderEnd, turned)).image.width == 7);
    check_noted(inserted(png, kPngHeaderEnd, with_wrong_checksum(turned)), image);
    Bytes gamma;
    append_u32_be(gamma, 100000);
    const Bytes linear = png_chunk("gAMA", gamma);
    CHECK(read_damaged(inserted(png, kPngHeaderEnd, linear)).image != image);
    check_noted(inserted(png, kPngHeaderEnd, with_wrong_checksum(linear)), image);

    const PngSample sample{.width = 11, .height = 9, .bits = 4, .palette = true};
    PngSample clear = sample;
    clear.transparent = true;
    Bytes bytes = png_file(clear);
    bytes[place_in_png(bytes, "tRNS") + 4 + 16] ^= std::byte{1};
    check_noted(bytes, read_damaged(png_file(sample)).image);
}

TEST_CASE("PNG: size, palette and pixels stay strict") {
    const Bytes png =
        png_file({.width = 11, .height = 9, .bits = 4, .palette = true, .transparent = true});
    for (const std::string type : {"IHDR", "PLTE", "IDAT"}) {
        CAPTURE(type);
        Bytes changed = png;
        const std::size_t at = place_in_png(png, type);
        changed[at + 4 + std::to_integer<std::size_t>(png[at - 1])] ^= std::byte{1};
        CHECK(contains(refusal(changed), "damaged"));
    }
    CHECK(contains(refusal(inserted(png, kPngHeaderEnd, png_chunk("NEEd", Bytes(3)))), "damaged"));
    // Without the last rows, or the whole pixels.
    Bytes first = encode_image(random_image(40, 40, 3, 255), ImageFormat::png, {});
    const std::size_t pixels = place_in_png(first, "IDAT") - 4;
    CHECK(
        contains(refusal(Bytes(first.begin(), first.begin() + std::ptrdiff_t(pixels))), "damaged"));
    const Bytes part = Bytes(first.begin() + std::ptrdiff_t(pixels) + 8,
                             first.begin() + std::ptrdiff_t(pixels) + 1000);
    first.resize(pixels);
    append(first, png_chunk("IDAT", part));
    CHECK(contains(refusal(first), "damaged"));
    append(first, png_chunk("IEND", {}));
    CHECK(contains(refusal(first), "damaged"));
}

TEST_CASE("PNG: without its end, or with a part of it") {
    const Image image = random_image(9, 7, 3, 255);
    const Bytes png = encode_image(image, ImageFormat::png, {.tagged = false});
    for (std::size_t left = 0; left < kPngEnd; ++left) {
        CAPTURE(left);
        check_noted(Bytes(png.begin(), png.end() - std::ptrdiff_t(kPngEnd - left)), image);
    }
    Bytes changed = png;
    changed.back() ^= std::byte{1};
    check_noted(changed, image);
    const Bytes interlaced = interlaced_png_file(image, 8);
    const Picture read = read_damaged(Bytes(interlaced.begin(), interlaced.end() - kPngEnd));
    CHECK(read.image == image);
    CHECK(read.note != "");
}

TEST_CASE("PNG: an index beyond the palette is black, as libpng shows it") {
    const auto indexed = [](bool transparent, int bits) {
        return write_png([&](png_structp png, png_infop info) {
            const png_color colours[] = {{255, 0, 0}, {0, 255, 0}};
            const png_byte alphas[] = {0, 128};
            png_set_IHDR(png, info, 4, 1, bits, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, 0, 0);
            png_set_PLTE(png, info, colours, 2);
            if (transparent) png_set_tRNS(png, info, alphas, 2, nullptr);
            png_set_check_for_invalid_index(png, -1);
            png_write_info(png, info);
            png_set_packing(png);
            const png_byte row[] = {0, 1, 2, 3};
            png_write_row(png, row);
            png_write_end(png, nullptr);
        });
    };
    for (const int bits : {2, 4, 8}) {
        check_noted(indexed(false, bits), Image{4, 1, 3, {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}});
        check_noted(indexed(true, bits), Image{4,
                                               1,
                                               4,
                                               {1, 0, 0, 0,            //
                                                0, 1, 0, 128 / 255.f,  //
                                                0, 0, 0, 1, 0, 0, 0, 1}});
    }
}
