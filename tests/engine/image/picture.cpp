// Tests decoded pictures: formats, channels, orientation and notes. Bad files are tested in
// picture_hostile.cpp.
#include "engine/image/picture.h"
#include "engine/image/image_writer.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"
#include "tests/support/shared_data.h"

#include <cmath>

using namespace redraw;
using namespace redraw::test;

namespace {

// 3 x 2 different pixels, so that every orientation gives another picture.
const Image kMarked{3, 2, 1, {0.0f, 0.2f, 0.4f, 0.6f, 0.8f, 1.0f}};

Picture decode(const Bytes& bytes) {
    return decode_picture(bytes, "sample");
}

Bytes with_png_gamma(const Image& image, std::size_t gamma) {
    Bytes content;
    append_u32_be(content, gamma);
    return with_png_chunk(encode_png(image, 8), "gAMA", content);
}

// The upright picture for each of the EXIF orientations 1 to 8 of a file with the rows abc, def,
// written out from the standard's table.
constexpr const char* kUprightLetters[] = {"abc/def",  "cba/fed",  "fed/cba",  "def/abc",
                                           "ad/be/cf", "da/eb/fc", "fc/eb/da", "cf/be/ad"};

Image from_letters(const std::string& text) {
    Image image = make_image(int(text.find('/')), 0, 1);
    image.height = int((text.size() + 1) / (text.find('/') + 1));
    for (const char c : text) {
        if (c != '/') image.values.push_back(kMarked.values[std::size_t(c - 'a')]);
    }
    return image;
}

}  // namespace

TEST_CASE("the content tells the format, never the name") {
    const Image image = smooth_image(20, 10, 3);
    for (const auto& [name, format] :
         std::initializer_list<std::pair<const char*, const char*>>{{"a.png", "PNG"},
                                                                    {"a.jpg", "JPEG"},
                                                                    {"a.webp", "WebP"},
                                                                    {"a.bmp", "BMP"},
                                                                    {"a.tga", "TGA"},
                                                                    {"a.csv", "CSV"}}) {
        const ScratchFolder folder;
        write_image(folder / name, image);
        const Picture picture = decode_picture(read_all(folder / name), "wrong.gif");
        CHECK(picture.format == format);
        CHECK(picture.name == "wrong.gif");
        CHECK(picture.image.width == 20);
        CHECK(picture.image.height == 10);
        CHECK(picture.note == "");
    }
    CHECK(decode(gif_file({20, 10, {std::vector<int>(200, 1)}})).format == "GIF");
}

TEST_CASE("EXIF orientation is applied, in JPEG, PNG and WebP") {
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const Image expected = from_letters(kUprightLetters[orientation - 1]);
        const std::string note = orientation == 1 ? "" : "turned upright by its EXIF orientation";
        for (const bool big_endian : {false, true}) {
            const Bytes exif = exif_block(orientation, big_endian);
            const Picture png = decode(with_png_exif(encode_png(kMarked, 8), exif));
            CHECK(png.image == expected);
            CHECK(png.note == note);

            // JPEG blurs single pixels, so each becomes a block of 16 x 16.
            Image large = make_image(48, 32, 1);
            for (int y = 0; y < 32; ++y) {
                for (int x = 0; x < 48; ++x) large.row(y)[x] = kMarked.row(y / 16)[x / 16];
            }
            const Picture jpeg = decode(with_jpeg_exif(jpeg_file(large), exif));
            REQUIRE(jpeg.image.width == expected.width * 16);
            REQUIRE(jpeg.image.height == expected.height * 16);
            CHECK(jpeg.note == note);
            for (int y = 0; y < expected.height; ++y) {
                for (int x = 0; x < expected.width; ++x) {
                    CHECK(jpeg.image.row(y * 16 + 8)[x * 16 + 8] ==
                          doctest::Approx(expected.row(y)[x]).epsilon(0.02));
                }
            }
        }
        const Picture webp = decode(with_webp_exif(kMarked, exif_block(orientation, false)));
        CHECK(webp.image.width == expected.width);
        CHECK(webp.image.row(0)[0] == expected.values[0]);
        CHECK(webp.note == note);
    }
}

TEST_CASE("malformed EXIF is ignored") {
    const Image image = smooth_image(16, 16, 1);
    const Image plain = decode(jpeg_file(image)).image;
    std::vector<Bytes> blocks{Bytes{}, Bytes(5), Bytes(60), bytes_of("II*"), bytes_of("garbage")};
    for (const int orientation : {0, 9, 65535}) blocks.push_back(exif_block(orientation, true));
    const Bytes good = exif_block(1, false);
    for (std::size_t length = 0; length < good.size(); ++length) {
        blocks.push_back(Bytes(good.begin(), good.begin() + std::ptrdiff_t(length)));
    }
    Bytes far = good;  // puts IFD0 beyond the end of the block
    far[4] = std::byte{0xFF};
    far[7] = std::byte{0xFF};
    blocks.push_back(far);
    Bytes loop = good;  // makes IFD0 its own next IFD
    loop[loop.size() - 4] = std::byte{8};
    blocks.push_back(loop);
    for (const Bytes& block : blocks) {
        const Picture picture = decode(with_jpeg_exif(jpeg_file(image), block));
        CHECK(picture.image == plain);
        CHECK(picture.note == "");
    }
}

TEST_CASE("PNG: a gamma other than sRGB's is converted and noted") {
    const Image image{3, 1, 1, {0.0f, 0.5f, 1.0f}};
    const Picture linear = decode(with_png_gamma(image, 100000));
    CHECK(linear.image.values[0] == 0);
    CHECK(linear.image.values[1] == doctest::Approx(0.7367).epsilon(0.001));  // 128 of 255, linear
    CHECK(linear.image.values[2] == 1);
    CHECK(linear.note == "converted from gamma 1.00 to sRGB");
    const Picture srgb = decode(with_png_gamma(image, 45455));
    CHECK(srgb.image == decode(encode_png(image, 8)).image);
    CHECK(srgb.note == "");
}

TEST_CASE("JPEG: CMYK, plain and as Adobe inverts it") {
    // Cyan 20 %, magenta 40 %, yellow 60 %, key 10 %.
    const float expected[] = {0.8f * 0.9f, 0.6f * 0.9f, 0.4f * 0.9f};
    for (const bool adobe : {false, true}) {
        for (const bool ycck : {false, true}) {
            if (ycck && !adobe) continue;  // only Adobe's marker declares YCCK
            const Picture picture = decode(cmyk_jpeg_file({51, 102, 153, 26}, adobe, ycck));
            REQUIRE(picture.image.channels == 3);
            for (int c = 0; c < 3; ++c) {
                CHECK(std::abs(picture.image.values[std::size_t(c)] - expected[c]) < 2.5f / 255);
            }
            CHECK(picture.note == "converted from CMYK to RGB");
        }
    }
}

TEST_CASE("GIF: the first frame on its canvas, the rest of it transparent") {
    const GifSample small{.width = 4,
                          .height = 3,
                          .frames = {{1, 2}, {2, 2}},
                          .frame_left = 1,
                          .frame_top = 2,
                          .frame_width = 2,
                          .frame_height = 1};
    const Picture picture = decode(gif_file(small));
    CHECK(picture.image.channels == 4);
    CHECK(picture.note == "only the first frame of the animation is read");
    const Image& image = picture.image;
    for (int i = 0; i < 12; ++i) {
        CHECK(image.values[std::size_t(i) * 4 + 3] == (i == 9 || i == 10 ? 1.0f : 0.0f));
    }
    CHECK(image.values[9 * 4 + 1] == 1);   // colour 1 is green
    CHECK(image.values[10 * 4 + 2] == 1);  // colour 2 is blue

    GifSample opaque{.width = 2, .height = 2, .frames = {{0, 1, 2, 3}}};
    CHECK(decode(gif_file(opaque)).image == Image{2, 2, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}});
    CHECK(decode(gif_file(opaque)).note == "");
    opaque.transparent = 3;
    CHECK(decode(gif_file(opaque)).image.channels == 4);
    CHECK(decode(gif_file(opaque)).image.values.back() == 0);
}

TEST_CASE("BMP and TGA: kinds that other programs write") {
    // A BMP of 2 x 2 pixels, bottom up, with 8-bit indices into a palette of red and blue.
    Bytes bmp = bytes_of("BM");
    append(bmp, {70, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0,
                 8,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
    append(bmp, {0, 0, 255, 0, 255, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0});
    CHECK(decode(bmp).image == Image{2, 2, 3, {0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1}});

    // A run-length encoded TGA, 24 bits, bottom up: a run of three greens, then a raw red.
    Bytes tga;
    append(tga, {0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0});
    append(tga, {0x82, 0, 255, 0, 0x00, 0, 0, 255});
    CHECK(decode(tga).image == Image{2, 2, 3, {0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0}});
    tga.pop_back();
    CHECK(contains(error_of([&] { decode(tga); }), "it ends too early"));
}

TEST_CASE("PNM: levels of bitmaps, gray and RGB, as text and as bytes") {
    struct Row {
        std::string file;
        Image image;
        int bit_depth = 8;
    };
    const Image two_by_two{2, 2, 1, {0, 1, 1, 0}}, pixel{1, 1, 3, {1, 0.4f, 0.2f}};
    const Row kRows[] = {{"P1\n# a comment\n2 2\n10 0\n1", two_by_two},
                         {"P4 2 2\n\x80\x40", two_by_two},
                         {"P2\n2 1 15\n0 3", {2, 1, 1, {0, 0.2f}}},
                         {"P5\r\n1 2 255\n\x33\xFFmore", {1, 2, 1, {0.2f, 1}}},
                         {"P5 1 1 1023\n\3\xFF", {1, 1, 1, {1}}, 16},
                         {"P5 1 1 65535\n\x33\x33", {1, 1, 1, {0.2f}}, 16},
                         {"P3 #\n1 1 255 255 102 51", pixel},
                         {"P6 1 1 255\n\xFF\x66\x33", pixel}};
    for (const Row& row : kRows) {
        CAPTURE(row.file);
        const Picture picture = decode(bytes_of(row.file));
        CHECK(picture.format == "PNM");
        CHECK(picture.image == row.image);
        CHECK(picture.bit_depth == row.bit_depth);
    }
    for (const char* bad : {"P1 1 1 2", "P2 1 1 15 16", "P2 1 1 0 0", "P2 1 1 65536 0",
                            "P2 1 1 15 -1", "P3 1 1 9 1 2", "P5 2 1 255\n1", "P6 1 1 256\n12345",
                            "P4 9 1\n1", "P5 99999999999 1 255\n1", "P5 0 1 255\n1", "P5 1"}) {
        CAPTURE(bad);
        CHECK(contains(error_of([&] { decode(bytes_of(bad)); }), "it is damaged"));
    }
}

TEST_CASE("PSD: gray and RGB, 8 and 16 bits, plain and packed, with and without transparency") {
    const std::string plain("\0\0", 2), packed("\0\1", 2);
    const std::string negative("\0\0\0\2\xFF\xFF", 6), block = std::string(6, '\0') + "8BIMMt16";
    const auto decoded = [](const PsdSample& sample) { return decode(psd_file(sample)); };
    const Image gray{2, 1, 1, {0.2f, 1}}, rgb{2, 1, 3, {0.2f, 0.6f, 1, 1, 0.8f, 0}};
    CHECK(decoded({1, 8, 1, plain + "\x33\xFF"}).image == gray);
    const std::string planes = "\x33\xFF\x99\xCC\xFF" + std::string(1, '\0');
    CHECK(decoded({3, 8, 3, plain + planes}).image == rgb);
    CHECK(decoded({4, 8, 3, plain + planes + "\x33\x33"}).image == rgb);  // channel 4: a selection
    const std::string lengths("\0\3\0\3\0\3", 6);
    CHECK(decoded({3, 8, 3, packed + lengths + "\1\x33\xFF\1\x99\xCC\1\xFF" + std::string(1, '\0')})
              .image == rgb);
    const Picture deep = decoded({1, 16, 1, packed + std::string("\0\4", 2) + "\xFF\x33\xFF\xFF"});
    CHECK(deep.image == gray);
    CHECK(deep.bit_depth == 16);
    CHECK(deep.format == "PSD");
    // PSD stores colours blended with white: a stored 0.6 with an alpha of 0.4 is black.
    for (const std::string& layers : {negative, block}) {
        CAPTURE(layers);
        CHECK(decoded({2, 8, 1, plain + "\x99\xFF\x66\xFF", "", layers}).image ==
              Image{2, 1, 2, {0, 0.4f, 1, 1}});
    }
    const std::string only_layers("8BIM\4\x21\0\0\0\0\0\5\0\0\0\1\0", 17);
    CHECK(contains(error_of([&] {
                       decoded({1, 8, 1, plain + "12", only_layers});
                   }),
                   "layers only"));
    for (const PsdSample& other :
         {PsdSample{4, 8, 4, plain + "12345678"}, PsdSample{1, 32, 1, plain},
          PsdSample{1, 8, 1, std::string("\0\2", 2)}})
        CHECK(contains(error_of([&] { decoded(other); }), "Redraw does not read"));
    for (const std::string& pixels :
         {plain + "1", packed, packed + std::string("\0\1", 2) + "\1",
          packed + std::string("\0\2", 2) + "\xFE\x33", packed + std::string("\0\2\0", 3) + "1"})
        CHECK(contains(error_of([&] { decoded({1, 8, 1, pixels}); }), "it is damaged"));
}

TEST_CASE("CSV: any order, other line ends, values between") {
    const auto csv = [](const std::string& rows) {
        return decode(bytes_of("\xEF\xBB\xBFX,Y,pixel_value\r\n" + rows)).image;
    };
    CHECK(csv("1,0,1\r\n0,0,0\r\n\r\n") == Image{2, 1, 1, {1, 0}});
    CHECK(csv("0, 0, 0.25") == Image{1, 1, 1, {0.75f}});
    CHECK(csv("1,0,1\r0,0,1e-46\r\r") == Image{2, 1, 1, {1, 0}});
    for (const char* bad :
         {"", "0,0", "0,0,2", "0,0,-1", "0,0,nan", "-1,0,1", "0,0,1,1", "a,b,c", "0,0,1\n0,0,1",
          "1,1,0", "0,0,1\n1,0,1\n0,1,1\n0,1,1", "2147483647,2147483647,0", "99999999999,0,0",
          "20000,0,1", "0,0,1x", "0,0,1e46", "0,0,-1e-46x"}) {
        CAPTURE(bad);
        CHECK(contains(error_of([&] { csv(bad); }), "Cannot open sample: "));
    }
}

TEST_CASE("the author's picture is the same in his three files") {
    const auto png = shared_data("lion-200.png"), csv = shared_data("lion-200.csv");
    const auto webp = shared_data("lion-474.webp");
    if (!png || !csv || !webp) return;
    const Picture picture = load_picture(*png);
    CHECK(picture.name == "lion-200.png");
    Image gray = make_image(200, 200, 1);
    for (std::size_t i = 0; i < gray.values.size(); ++i) {
        gray.values[i] = picture.image.values[i * std::size_t(picture.image.channels)];
    }
    CHECK(load_picture(*csv).image == gray);
    CHECK(load_picture(*webp).image.width == 474);
}
