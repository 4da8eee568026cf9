#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/picture_samples.h"

#include <sys/resource.h>
#include <cmath>
#include <csignal>
#include <limits>

namespace fs = std::filesystem;
using namespace redraw;
using namespace redraw::test;

namespace {

const char* const kExtensions[] = {"png", "jpg", "webp", "bmp", "tga", "csv"};

Image round_trip(const ScratchFolder& folder, const std::string& name, const Image& image,
                 const ImageWriterOptions& options = {}) {
    write_image(folder / name, image, options);
    const Picture picture = load_picture(folder / name);
    CHECK(picture.name == name);
    CHECK(picture.bit_depth == options.bit_depth);
    return picture.image;
}

// Converts an image to the number of channels that its file stores.
Image with_channels(const Image& image, int channels) {
    Image result = make_image(image.width, image.height, channels);
    for (std::size_t i = 0; i < image.pixel_count(); ++i) {
        const float* in = image.values.data() + i * std::size_t(image.channels);
        float* out = result.values.data() + i * std::size_t(channels);
        for (int c = 0; c < channels; ++c) {
            const bool alpha_out = channels % 2 == 0 && c == channels - 1;
            out[c] = alpha_out ? in[image.channels - 1] : in[image.channels >= 3 ? c : 0];
        }
    }
    return result;
}

Image over_white(const Image& image) {
    if (image.channels % 2) return image;
    Image result = with_channels(image, image.channels - 1);
    for (std::size_t i = 0; i < image.pixel_count(); ++i) {
        const float* in = image.values.data() + i * std::size_t(image.channels);
        const float alpha = in[image.channels - 1];
        for (int c = 0; c < result.channels; ++c) {
            const int level = quantise(1 - alpha + alpha * in[c], 255);
            result.values[i * std::size_t(result.channels) + std::size_t(c)] =
                float(level) / 255.0f;
        }
    }
    return result;
}

}  // namespace

TEST_CASE("the extension says the format, in any case") {
    CHECK(image_format_of("a.PNG") == ImageFormat::png);
    CHECK(image_format_of("a.b.jpeg") == ImageFormat::jpeg);
    CHECK(image_format_of("x/a.JPG") == ImageFormat::jpeg);
    CHECK(image_format_of("a.webp") == ImageFormat::webp);
    CHECK(image_format_of("a.bmp") == ImageFormat::bmp);
    CHECK(image_format_of("a.tga") == ImageFormat::tga);
    CHECK(image_format_of("a.csv") == ImageFormat::csv);
    CHECK(!image_format_of("a.png.txt"));
    CHECK(!image_format_of("png"));
    CHECK(!image_format_of(".png"));
}

TEST_CASE("PNG gives every value back, 8 and 16 bit, every channel count") {
    const ScratchFolder folder;
    for (const int channels : {1, 2, 3, 4}) {
        for (const int depth : {8, 16}) {
            for (const auto& [width, height] : {std::pair{1, 1}, {13, 7}, {300, 2}, {1, 200}}) {
                const Image image = random_image(width, height, channels, depth == 8 ? 255 : 65535,
                                                 unsigned(width));
                CHECK(round_trip(folder, "a.png", image, {.bit_depth = depth}) == image);
                CHECK(decode_picture(encode_png(image, depth), "memory").image == image);
            }
        }
    }
}

TEST_CASE("every 16-bit level survives") {
    Image image = make_image(256, 256, 1);
    for (int i = 0; i < 65536; ++i) image.values[std::size_t(i)] = float(i) / 65535.0f;
    CHECK(decode_picture(encode_png(image, 16), "memory").image == image);
}

TEST_CASE("WebP, BMP and TGA are lossless for what they hold") {
    const ScratchFolder folder;
    for (const int channels : {1, 2, 3, 4}) {
        for (const auto& [width, height] : {std::pair{1, 1}, {13, 7}, {5, 60}}) {
            const Image image = random_image(width, height, channels, 255, unsigned(height));
            CHECK(round_trip(folder, "a.webp", image) ==
                  with_channels(image, channels % 2 ? 3 : 4));
            CHECK(round_trip(folder, "a.bmp", image) == with_channels(over_white(image), 3));
            CHECK(round_trip(folder, "a.tga", image) == with_channels(image, channels == 1  ? 1
                                                                             : channels % 2 ? 3
                                                                                            : 4));
        }
    }
}

TEST_CASE("JPEG comes close, without halved colour") {
    const ScratchFolder folder;
    for (const int channels : {1, 2, 3, 4}) {
        const Image image = smooth_image(70, 33, channels);
        const Image back = round_trip(folder, "a.jpg", image, {.quality = 95});
        const Image expected = over_white(image);
        REQUIRE(back.channels == expected.channels);
        for (std::size_t i = 0; i < back.values.size(); ++i) {
            CHECK(std::abs(back.values[i] - expected.values[i]) < 0.03f);
        }
    }
}

TEST_CASE("CSV is the seed's: 1 is black") {
    const ScratchFolder folder;
    const Image image{2, 2, 1, {0.0f, 0.49f, 0.5f, 1.0f}};
    write_image(folder / "a.csv", image, {.two_tones = true});
    CHECK(read_all(folder / "a.csv") == bytes_of("x,y,pixel_value\n0,0,1\n1,0,1\n0,1,0\n1,1,0\n"));
    CHECK(load_picture(folder / "a.csv").image == Image{2, 2, 1, {0, 0, 1, 1}});
}

TEST_CASE("values are clamped and rounded half up, NaN is 0") {
    const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
    const Image wild{
        8, 1, 1, {-1, -infinity, nan, 0.5f / 255, 0.49f / 255, 254.5f / 255, 2, infinity}};
    const Image tame{8, 1, 1, {0, 0, 0, 1.0f / 255, 0, 1, 1, 1}};
    CHECK(decode_picture(encode_png(wild, 8), "memory").image == tame);
    const ScratchFolder folder;
    Image wild_colours = make_image(8, 1, 4, nan);
    for (const char* extension : kExtensions) {
        write_image(folder / (std::string("a.") + extension), wild);
        write_image(folder / (std::string("b.") + extension), wild_colours);
        CHECK(load_picture(folder / (std::string("b.") + extension)).image.width == 8);
    }
    CHECK(load_picture(folder / "a.tga").image == tame);
    CHECK(load_picture(folder / "a.bmp").image == with_channels(tame, 3));
}

TEST_CASE("rows may come in any portions") {
    const ScratchFolder folder;
    const Image image = random_image(31, 40, 3, 255);
    for (const char* extension : kExtensions) {
        const fs::path whole = folder / (std::string("whole.") + extension);
        const fs::path parts = folder / (std::string("parts.") + extension);
        write_image(whole, image);
        const auto writer = open_image_writer(parts, *image_format_of(parts), 31, 40, 3);
        int y = 0;
        for (const int rows : {1, 0, 7, 30, 2}) {
            writer->write_rows({image.row(y), std::size_t(rows) * 31 * 3});
            y += rows;
        }
        CHECK(!fs::exists(parts));
        writer->finish();
        CHECK(read_all(whole) == read_all(parts));
    }
}

TEST_CASE("an unfinished picture leaves nothing") {
    const ScratchFolder folder;
    const Image image = random_image(31, 40, 3, 255);
    for (const char* extension : kExtensions) {
        const fs::path path = folder / (std::string("a.") + extension);
        const auto writer = open_image_writer(path, *image_format_of(path), 31, 40, 3);
        writer->write_rows({image.row(0), 39 * 31 * 3});
        CHECK(contains(error_of([&] { writer->finish(); }), "not complete"));
    }
    CHECK(folder.file_count() == 0);
}

TEST_CASE("what a format cannot hold is refused before anything is written") {
    const ScratchFolder folder;
    const auto refusal = [&](const std::string& name, int width, int height, int depth = 8) {
        return error_of([&] {
            open_image_writer(folder / name, *image_format_of(name), width, height, 1,
                              {.bit_depth = depth});
        });
    };
    CHECK(contains(refusal("a.jpg", 65501, 1), "JPEG holds at most 65,500 pixels a side"));
    CHECK(refusal("a.jpg", 65500, 1) == "");
    CHECK(contains(refusal("a.webp", 1, 16384), "WebP holds at most 16,383 pixels a side"));
    CHECK(contains(refusal("a.webp", 16000, 16000), "64 megapixels"));
    CHECK(contains(refusal("a.tga", 65536, 1), "TGA holds at most"));
    CHECK(contains(refusal("a.bmp", 65536, 65536), "4 GB"));
    CHECK(contains(refusal("a.jpg", 8, 8, 16), "only PNG holds 16 bits"));
    CHECK(contains(refusal("a.png", 8, 8, 4), "the bit depth is 8 or 16"));
    CHECK(contains(error_of([&] { write_image(folder / "a.txt", make_image(1, 1, 1)); }), ".png"));
    CHECK(contains(error_of([&] { open_image_writer("/dev/full", ImageFormat::png, 1, 1, 1); }),
                   "not a regular file"));
    CHECK(folder.file_count() == 0);
}

TEST_CASE("a full disk is an error in every format and leaves nothing") {
    const ScratchFolder folder;
    const Image image = random_image(200, 200, 3, 255);  // noise: more than 4 kB in every format
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit) == 0);
    for (const char* extension : kExtensions) {
        const rlimit small{4096, old_limit.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
        const std::string name = std::string("a.") + extension;
        const std::string error = error_of([&] { write_image(folder / name, image); });
        setrlimit(RLIMIT_FSIZE, &old_limit);
        CHECK(error == "Cannot write " + name + ": file too large");
    }
    std::signal(SIGXFSZ, old_handler);
    CHECK(folder.file_count() == 0);
}

TEST_CASE("a sink gets the bytes of the file, and may refuse them") {
    const ScratchFolder folder;
    Image image = make_image(37, 21, 3);
    for (std::size_t i = 0; i < image.values.size(); ++i) image.values[i] = float(i % 251) / 250;
    for (const auto& [format, extension] : kNames<ImageFormat>) {
        const fs::path path = folder / ("a." + std::string(extension));
        write_image(path, image);
        std::vector<std::byte> bytes;
        const auto writer =
            open_image_writer("nowhere/stream", format, 37, 21, 3, {}, append_to(bytes));
        writer->write_rows(image.values);
        writer->finish();
        CHECK(bytes == read_all(path));
    }
    const ByteSink full = [](std::span<const std::byte>) { throw Error("it is full"); };
    CHECK(error_of([&] {
              const auto writer = open_image_writer("s", ImageFormat::png, 37, 21, 3, {}, full);
              writer->write_rows(image.values);
              writer->finish();
          }) == "it is full");
}
