// Unusual pictures that some programs write, and messages about pictures that are refused although
// they are not damaged.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/sniff.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <fstream>
#include <string>

using namespace redraw;
using namespace redraw::test;

namespace {

Picture read_unusual(const Bytes& bytes) {
    return decode_picture(bytes, "x");
}

Bytes joined_bytes(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) append(all, part);
    return all;
}

Bytes le16(std::size_t value) {
    return number_bytes(value, 2, false);
}
Bytes le32(std::size_t value) {
    return number_bytes(value, 4, false);
}

// Returns the first box of an ISO media file (AVIF, HEIC) with these brands.
Bytes box_file(const std::string& brands) {
    Bytes bytes;
    append_u32_be(bytes, 12 + brands.size());
    append(bytes, bytes_of("ftyp" + brands.substr(0, 4) + std::string(4, '\0') + brands.substr(4)));
    bytes.resize(64);
    return bytes;
}

}  // namespace

TEST_CASE("a picture that is transparent everywhere says so, whole and by rows") {
    const ScratchFolder folder;
    Image clear = random_image(9, 7, 4, 255), seen = clear;
    for (std::size_t i = 3; i < clear.values.size(); i += 4) clear.values[i] = seen.values[i] = 0;
    seen.values.back() = 1;
    for (const std::string name : {"a.png", "a.webp", "a.tga"}) {
        CAPTURE(name);
        for (const Image& image : {clear, seen}) {
            write_image(folder / name, image);
            const bool invisible = image == clear;
            CHECK(contains(load_picture(folder / name).note, "transparent everywhere") ==
                  invisible);
            PictureRows rows(folder / name);
            std::vector<float> row(9 * 4);
            for (int y = 0; y < 7; ++y) rows.read(row);
            CHECK(contains(rows.note(), "transparent everywhere") == invisible);
        }
    }
}

TEST_CASE("a picture above the limits is told the way out") {
    const Bytes bytes = encode_image(random_image(30, 3, 1, 255), ImageFormat::png, {});
    const PictureLimits side{.max_side = 20, .way_out = "cut it"};
    const PictureLimits pixels{.max_pixels = 20, .way_out = "cut it"};
    for (const PictureLimits& limits : {side, pixels})
        CHECK(refusal(bytes, limits).ends_with("; cut it"));
    CHECK(refusal(bytes, {.max_side = 20}).ends_with("the limit is 20 a side"));
}

TEST_CASE("a PNG that begins otherwise than with its size") {
    const Bytes png = encode_image(random_image(9, 7, 3, 255), ImageFormat::png, {});
    const Bytes phone = joined_bytes({Bytes(png.begin(), png.begin() + 8),
                                      png_chunk("CgBI", bytes_of("\x50\x40\2\2")),
                                      Bytes(png.begin() + 8, png.end())});
    CHECK(contains(refusal(phone), "iPhones"));
    CHECK(!contains(refusal(phone), "damaged"));
    Bytes other = phone;
    other[12] = std::byte('d');
    CHECK(contains(refusal(other), "damaged"));
    CHECK(!contains(refusal(other), "limit"));
}

TEST_CASE("the EXIF of a PNG may begin as that of a JPEG does") {
    const Image image = random_image(9, 7, 3, 255);
    const Bytes png = encode_image(image, ImageFormat::png, {});
    for (const bool header : {false, true}) {
        const Bytes block = joined_bytes(
            {header ? bytes_of(std::string("Exif\0\0", 6)) : Bytes(), exif_block(6, true)});
        const Picture turned = read_unusual(with_png_chunk(png, "eXIf", block));
        CHECK(turned.image.width == 7);
        CHECK(contains(turned.note, "EXIF"));
    }
}

TEST_CASE("CSV as spreadsheets and statistics write it") {
    const Image expected{2, 1, 1, {0.5f, 0}};
    for (const char* text :
         {"x,y,pixel_value\n0,0,0.5\n1,0,1\n",
          "\"x\",\"y\",\"pixel_value\"\n\"0\",\"0\",\"0.5\"\n1,0,1\n",
          "x, y, pixel_value\r\n0, 0, 0.5\r\n 1 , 0 , 1 \r\n",
          "X;Y;Pixel_Value\n0;0;0,5\n1;0;1,0\n", "x;y;pixel_value\n0;0;0.5\n1;0;1\n",
          "x\ty\tpixel_value\n0\t0\t0,5\n1\t0\t1\n",
          "\"\",\"x\",\"y\",\"pixel_value\"\n\"1\",0,0,0.5\n\"2\",1,0,1\n",
          ",x,y,pixel_value\n0,0,0,0.5\n1,1,0,1\n", "\n \nx,y,pixel_value\n0,0,0.5\n1,0,1\n"}) {
        CAPTURE(text);
        CHECK(read_unusual(bytes_of(text)).image == expected);
    }
    for (const char* text : {"x;y;pixel_value\n0;0;0,5,1\n", "x,y,pixel_value\n0,0,0,5\n",
                             "x;y;pixel_value\n0,0,0.5\n", "x,y,pixel_value\n\"0,0,0.5\n",
                             ",x,y,pixel_value\n0,0,0.5\n", "x,y,pixel_value,more\n0,0,0.5,1\n",
                             "x,y;pixel_value\n0,0,0.5\n"}) {
        CAPTURE(text);
        CHECK(refusal(bytes_of(text)) != "");
    }
}

TEST_CASE("what files of boxes are") {
    const auto kind = [](const std::string& brands) { return sniff(box_file(brands)); };
    for (const char* brands : {"heic", "mif1", "mif2", "mif3", "avci", "avcs", "1pic", "unif",
                               "j2ki", "jpeg", "vvic", "miaf", "isommif1", "MiHBmif1"})
        CHECK(kind(brands).name == "HEIC");
    for (const char* brands : {"avif", "avis", "mif1avif", "mif3avif"})
        CHECK(kind(brands).name == "AVIF");
    CHECK(contains(std::string(kind("crx isom").name), "raw picture"));
    for (const char* start : {"FUJIFILMCCD-RAW 0201", "IIRO\10", "IIRS\10", "MMOR", "FOVb"})
        CHECK(contains(std::string(sniff(bytes_of(start)).name), "raw picture"));
    for (const char* brands : {"isom", "mp42", "qt  ", "M4V isom", "3gp5"})
        CHECK(contains(std::string(kind(brands).name), "video"));
}

TEST_CASE("a TGA of colours with a palette that it does not use") {
    Bytes tga;
    append(tga, {0, 1, 2, 0, 0, 2, 0, 24, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0});
    append(tga, {9, 9, 9, 8, 8, 8, 51, 102, 255});
    CHECK(read_unusual(tga).image == Image{1, 1, 3, {1, 0.4f, 0.2f}});
}

TEST_CASE("BMP: the short header of OS/2, and masks wider than are read") {
    const Bytes pixel{std::byte(51), std::byte(102), std::byte(255), std::byte(0)};
    const Bytes short_one = joined_bytes({bytes_of("BM"), le32(34), le32(0), le32(30), le32(16),
                                          le32(1), le32(1), le16(1), le16(24), pixel});
    CHECK(read_unusual(short_one).image == Image{1, 1, 3, {1, 0.4f, 0.2f}});
    const Bytes wide =
        joined_bytes({bytes_of("BM"), le32(70), le32(0), le32(66), le32(40), le32(1), le32(1),
                      le16(1), le16(32), le32(3), le32(4), le32(0), le32(0), le32(0), le32(0),
                      le32(0x7FFFF000), le32(0xF00), le32(0xFF), pixel});
    CHECK(refusal(wide) != "");
    CHECK(!contains(refusal(wide), "damaged"));
}
