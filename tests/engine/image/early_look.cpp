// Tests the early look: a preview of a large picture, shown before load_picture() returns.
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"
#include "engine/system/atomic_file.h"
#include "tests/support/picture_files.h"
#include "tests/support/picture_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace redraw;
using namespace redraw::test;

namespace {

// Returns a smooth picture with a different colour in each corner.
Image slope(int width, int height) {
    Image image = make_image(width, height, 3);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float* pixel = image.row(y) + std::size_t(x) * 3;
            pixel[0] = float(x) / float(width);
            pixel[1] = float(y) / float(height);
            pixel[2] = 0.5f + 0.5f * std::sin(float(x + 2 * y) * 0.005f);
        }
    return image;
}

struct Look {
    std::optional<Image> early;
    int times = 0;
    Picture picture;
};
Look load_with_look(const std::filesystem::path& path, int side) {
    Look look;
    look.picture = load_picture(path, {}, {side, [&](Image image) {
                                               look.early = std::move(image);
                                               ++look.times;
                                           }});
    return look;
}

// Adds noise, which makes a JPEG file large enough (500 KB) to be decoded at reduced size first.
Image with_noise(Image image) {
    unsigned state = 1;
    for (int y = 0; y < image.height; ++y)
        for (int c = 0; c < image.width * image.channels; ++c) {
            state = state * 1664525u + 1013904223u;
            float& value = image.row(y)[c];
            value =
                std::clamp(value + 0.2f * (float(state >> 8) / float(1 << 24) - 0.5f), 0.f, 1.f);
        }
    return image;
}

}  // namespace

TEST_CASE("of a large JPEG a quarter comes early, and is the picture made smaller") {
    TemporaryFolder folder;
    const auto path = folder / "large.jpg";
    write_image(path, with_noise(slope(2400, 1600)), {.quality = 98});
    const Look look = load_with_look(path, 600);
    CHECK(look.times == 1);
    REQUIRE(look.early);
    CHECK(std::pair(look.early->width, look.early->height) == std::pair(600, 400));
    CHECK(look.picture.image == load_picture(path).image);
    // The tolerance covers rounding and the noise, averaged over 4 x 4 pixels.
    CHECK(largest_difference(*look.early, resample_area(look.picture.image, 600, 400)) < 0.12f);
}

TEST_CASE("an early look is upright") {
    TemporaryFolder folder;
    const Bytes jpeg = jpeg_file(with_noise(slope(1600, 1200)));
    for (const int orientation : {3, 6, 8}) {
        CAPTURE(orientation);
        const auto path = folder / "turned.jpg";
        write_file_atomically(path, with_jpeg_exif(jpeg, exif_block(orientation, false)));
        const Look look = load_with_look(path, 400);
        REQUIRE(look.early);
        const Image& whole = look.picture.image;
        CHECK(largest_difference(*look.early,
                                 resample_area(whole, whole.width / 4, whole.height / 4)) < 0.2f);
    }
}

TEST_CASE("other formats are shown as soon as they are decoded, and small pictures never") {
    TemporaryFolder folder;
    write_image(folder / "large.png", slope(2000, 1500));
    const Look large = load_with_look(folder / "large.png", 600);
    REQUIRE(large.early);
    CHECK(large.times == 1);
    CHECK(large.early->width >= 600);
    CHECK(large.early->width < 2400);
    write_image(folder / "small.png", slope(300, 200));
    CHECK_FALSE(load_with_look(folder / "small.png", 100).early);
    write_image(folder / "small.jpg", slope(300, 200));
    CHECK_FALSE(load_with_look(folder / "small.jpg", 100).early);
}

TEST_CASE("a picture that is damaged is refused with or without an early look") {
    TemporaryFolder folder;
    Bytes jpeg = jpeg_file(with_noise(slope(1600, 1200)));
    jpeg.resize(jpeg.size() / 2);
    write_file_atomically(folder / "cut.jpg", jpeg);
    CHECK_THROWS_AS(load_with_look(folder / "cut.jpg", 400), Error);
}
