// BMP, TGA, PNM and PSD, whose pixels stb_image unpacks: cut files are refused and show no memory
// that nothing was written to; kinds that stb_image cannot unpack are refused by name.
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"

#include <malloc.h>

using namespace redraw;
using namespace redraw::test;

namespace {

std::string little(std::initializer_list<std::size_t> numbers, int bytes) {
    std::string text;
    for (const std::size_t number : numbers)
        for (int i = 0; i < bytes; ++i) text += char(number >> 8 * i);
    return text;
}

// Returns a BMP of two rows without padding, of the byte 1, with `more` before the pixels.
std::string bmp_of(std::size_t bits, std::size_t packing = 0, const std::string& more = "",
                   std::size_t size = 40) {
    const std::size_t at = 14 + 40 + more.size(), width = bits == 1 || bits == 4 ? 32 / bits : 4;
    const std::size_t bytes = (width * bits + 31) / 32 * 4 * 2;
    return "BM" +
           little({at + bytes, 0, at, size, width, 2, 1 | bits << 16, packing, 0, 0, 0, 0, 0}, 4) +
           more + std::string(bytes, '\1');
}

std::string tga_of_type(int type, int bits, int map_bits, const std::string& data) {
    const int colours = map_bits > 0 ? 4 : 0;
    std::string tga{0, char(map_bits > 0), char(type), 0, 0, char(colours), 0, char(map_bits)};
    tga += std::string(4, '\0') + little({3, 2}, 2) + char(bits) + char(8);
    return tga + std::string(std::size_t(colours * map_bits / 8), '\2') + data;
}

// Small files of every kind, each of which ends with its last pixel.
std::vector<Bytes> whole_files() {
    const std::string masks = little({0xF800, 0x7E0, 0x1F}, 4);
    const std::string wide_masks = little({0xFF0000, 0xFF00, 0xFF, 0xFF000000}, 4);
    std::vector<std::string> files{bmp_of(1, 0, std::string(8, '\3')),
                                   bmp_of(4, 0, std::string(64, '\3')),
                                   bmp_of(8, 0, std::string(8, '\3')),  // a palette of two colours
                                   bmp_of(16),
                                   bmp_of(16, 3, masks),
                                   bmp_of(24),
                                   bmp_of(24, 0, std::string(9, '\3')),
                                   bmp_of(32),
                                   bmp_of(32, 3, wide_masks, 56),
                                   bmp_of(32, 3, wide_masks + std::string(68, '\0'), 124),
                                   tga_of_type(1, 8, 24, "\1\2\3\1\2\3"),
                                   tga_of_type(2, 16, 0, std::string(12, '\5')),
                                   tga_of_type(2, 24, 0, std::string(18, '\5')),
                                   tga_of_type(2, 32, 0, std::string(24, '\5')),
                                   tga_of_type(3, 8, 0, "abcdef"),
                                   tga_of_type(9, 8, 32, "\x83\2\1\1\3"),
                                   tga_of_type(10, 24, 0,
                                               "\x83"
                                               "abc\1defghi"),
                                   tga_of_type(11, 8, 0,
                                               "\x84"
                                               "a" +
                                                   std::string(1, '\0') + "b"),
                                   "P4 9 2\nabcd",
                                   "P5 3 2 255\nabcdef",
                                   "P6 1 2 65535\nabcdefghijkl"};
    std::vector<Bytes> all;
    for (const std::string& file : files) all.push_back(bytes_of(file));
    const std::string plain("\0\0", 2), packed("\0\1", 2), layers("\0\0\0\2\xFF\xFF", 6);
    all.push_back(psd_file({1, 16, 1, plain + "abcd"}));
    all.push_back(psd_file({4, 8, 3, plain + "abcdefgh", "", layers}));
    all.push_back(psd_file({1, 16, 1, packed + std::string("\0\5", 2) + "\3abcd"}));
    all.push_back(
        psd_file({2, 8, 1, packed + std::string("\0\2\0\2", 4) + "\xFFg\xFFh", "", layers}));
    return all;
}

// Fills memory that a decoder gets from malloc() or from the stack.
[[gnu::noinline]] void poison_memory(int byte) {
    mallopt(M_PERTURB, byte);
    volatile unsigned char stack[1 << 15];
    for (volatile unsigned char& place : stack) place = static_cast<unsigned char>(byte);
}

// Returns the picture; without pixels if the file is refused, and then by which sentence.
std::pair<Image, std::string> decoded_in(int poison, const Bytes& file) {
    poison_memory(poison);
    std::pair<Image, std::string> result;
    result.second = error_of([&] { result.first = decode_picture(file, "x").image; });
    return result;
}

}  // namespace

TEST_CASE("BMP, TGA, PNM and PSD: cut or changed anywhere, no memory is shown") {
    std::mt19937 random(5);
    for (const Bytes& file : whole_files()) {
        CHECK(refusal(file) == "");
        for (std::size_t length = 0; length < file.size(); ++length) {
            CAPTURE(length);
            const Bytes cut(file.begin(), file.begin() + std::ptrdiff_t(length));
            const auto [image, sentence] = decoded_in(0x55, cut);
            CHECK(sentence != "");
            CHECK(decoded_in(0xAA, cut).second == sentence);
            for (int i = 0; i < 8; ++i) {
                Bytes changed = file;
                changed[length] ^= std::byte(1 << i);
                CHECK(decoded_in(0x55, changed) == decoded_in(0xAA, changed));
            }
        }
    }
    mallopt(M_PERTURB, 0);
}

TEST_CASE("kinds of BMP that stb_image does not unpack are refused by name") {
    const std::string palette(64, '\3');
    for (const auto& [bits, packing] : {std::pair{8, 1}, {4, 2}})
        CHECK(contains(refusal(bytes_of(bmp_of(std::size_t(bits), std::size_t(packing), palette))),
                       "it is a run-length coded BMP, which Redraw does not read"));
    for (const auto& [bits, packing] : {std::pair{2, 0}, {24, 4}, {24, 5}, {8, 3}, {0, 0}})
        CHECK(contains(refusal(bytes_of(bmp_of(std::size_t(bits), std::size_t(packing), palette))),
                       "it is a BMP of a kind Redraw does not read"));
    for (const std::size_t red : {0u, 0x3FF00000u})
        CHECK(contains(refusal(bytes_of(bmp_of(32, 3, little({red, 0xFF00, 0xFF}, 4)))),
                       "it is a BMP with a colour of no or more than 8 bits"));
    CHECK(contains(refusal(bytes_of(bmp_of(32, 3, little({0xF0F0000, 0xFF00, 0xFF}, 4)))),
                   "its colour masks make no sense"));
}

TEST_CASE("BMP: shades of 5 and 6 bits reach black and white") {
    const auto pixel = [](std::size_t bits, const std::string& masks) {
        std::string bmp = bmp_of(16, masks.empty() ? 0 : 3, masks);
        bmp.replace(bmp.size() - 8, 2, little({bits}, 2));
        return decode_picture(bytes_of(bmp), "x").image.row(0)[0];
    };
    const std::string masks = little({0x7E0, 0xF800, 0x1F}, 4);
    CHECK(pixel(0x7FFF, "") == 1);
    CHECK(pixel(0x3FF, "") == 0);
    CHECK(std::abs(pixel(16 << 10, "") - 16 / 31.0f) <= 1 / 255.0f);
    CHECK(pixel(0x7E0, masks) == 1);
    CHECK(std::abs(pixel(32 << 5, masks) - 32 / 63.0f) <= 1 / 255.0f);
}
