// Pictures as CSV: what other programs write is read, or refused by line and column; grays are
// written.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"

#include <limits>

using namespace redraw;
using namespace redraw::test;

namespace {

Picture read_csv(const Bytes& bytes) {
    return decode_picture(bytes, "x");
}

}  // namespace

TEST_CASE("CSV: coordinates with decimals, other headers, no header, an announced separator") {
    const Image expected{2, 1, 1, {0.5f, 0}};
    for (const char* text : {"x,y,pixel_value\n0.0,0.0,0.5\n1.0,0.0,1.0\n",
                             "sep=;\nx;y;pixel_value\n0;0;0,5\n1,0;0;1\n",
                             "sep=,\r\nx,y,pixel_value\r\n0,0,0.5\r\n1e0,0,1\r\n"}) {
        CAPTURE(text);
        CHECK(read_csv(bytes_of(text)).image == expected);
        CHECK(read_csv(bytes_of(text)).note == "");
    }
    for (const char* text :
         {"x,y,value\n0,0,0.5\n1,0,1\n", "X;Y;ink (a)\n0;0;0,5\n1;0;1\n", "0,0,0.5\n1,0,1\n",
          "1.0\t0.0\t1\n0\t0\t0,5", "\n;0;0;0,5\n;1;0;1\n", "sep=;\n0;0;0,5\n1;0;1\n"}) {
        CAPTURE(text);
        CHECK(read_csv(bytes_of(text)).image == expected);
        CHECK(contains(read_csv(bytes_of(text)).note, "1 is black"));
    }
}

TEST_CASE("CSV: a refusal names the line and the column") {
    struct Bad {
        const char* row;
        const char* column;
    };
    for (const auto& [row, column] : {Bad{"0.5,0,1", "x"},
                                      {"-1,0,1", "x"},
                                      {"1e30,0,1", "x"},
                                      {"nan,0,1", "x"},
                                      {"inf,0,1", "x"},
                                      {",0,1", "x"},
                                      {"0,a,1", "y"},
                                      {"0", "y"},
                                      {"0,,1", "y"},
                                      {"0,0", "pixel_value"},
                                      {"0,0,", "pixel_value"},
                                      {"0,0,255", "pixel_value"},
                                      {"0,0,-0.1", "pixel_value"},
                                      {"0,0,nan", "pixel_value"},
                                      {"0,0,1,1", "three columns"}}) {
        const std::string shown = row;  // clang captures no structured binding
        CAPTURE(shown);
        const std::string said =
            refusal(bytes_of(std::string("x,y,pixel_value\n1,0,0\n") + row + "\n"));
        CHECK(contains(said, "line 3: "));
        CHECK(contains(said, column));
    }
    CHECK(contains(refusal(bytes_of("red,green,blue,alpha\n1,2,3,4\n")), "x,y,pixel_value"));
    CHECK(contains(refusal(bytes_of("1,2,3,4\n")), "x,y,pixel_value"));
    CHECK(!contains(refusal(bytes_of("hello")), "x,y,pixel_value"));
}

TEST_CASE("CSV keeps grays, and colours become gray over white") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto text = [](const Image& image, const ImageWriterOptions& options = {}) {
        const Bytes bytes = encode_image(image, ImageFormat::csv, options);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const std::string header = "x,y,pixel_value\n";
    CHECK(text({4, 1, 1, {0, 1, 0.8157f, nan}}) == header + "0,0,1\n1,0,0\n2,0,0.1843\n3,0,1\n");
    CHECK(text({3, 1, 1, {0.49f, 0.5f, nan}}, {.two_tones = true}) ==
          header + "0,0,1\n1,0,0\n2,0,1\n");
    // Red has the luma 0.299; a half transparent black over white is half as dark.
    CHECK(text({2, 1, 3, {1, 0, 0, 1, 1, 1}}) == header + "0,0,0.701\n1,0,0\n");
    CHECK(text({2, 1, 4, {0, 0, 0, 0.5f, 1, 0, 0, 0}}) == header + "0,0,0.5\n1,0,0\n");
    CHECK(text({2, 1, 2, {0, 0.5f, 0, nan}}) == header + "0,0,0.5\n1,0,1\n");
    Image levels = make_image(256, 1, 1);
    for (int i = 0; i < 256; ++i) levels.values[std::size_t(i)] = float(i) / 255;
    const Image read = read_csv(encode_image(levels, ImageFormat::csv, {})).image;
    for (int i = 0; i < 256; ++i) CHECK(quantise(read.values[std::size_t(i)], 255) == i);
}
