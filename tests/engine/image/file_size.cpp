#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "tests/support/picture_samples.h"

#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::test;

namespace {

double psnr_at(const Image& picture, ImageFormat format, int quality) {
    const auto bytes =
        encode_image(picture, format, {.quality = quality, .lossy = true, .tagged = false});
    const Image decoded = decode_picture(bytes, "again").image;
    REQUIRE(decoded.channels == picture.channels);
    return psnr(decoded, picture);
}

}  // namespace

TEST_CASE("bytes in memory are the bytes of the file") {
    const ScratchFolder folder;
    const Image image = smooth_image(70, 33, 3);
    for (const ImageFormat format : {ImageFormat::png, ImageFormat::jpeg, ImageFormat::webp}) {
        const auto path = folder / "a";
        const auto writer = open_image_writer(path, format, 70, 33, 3);
        writer->write_rows(image.values);
        writer->finish();
        CHECK(encode_image(image, format) == read_all(path));
    }
    CHECK(folder.file_count() == 1);
}

TEST_CASE("the smallest quality that reaches a PSNR, and none below it") {
    const Image image = smooth_image(120, 90, 3);
    for (const ImageFormat format : {ImageFormat::jpeg, ImageFormat::webp}) {
        for (const double wanted : {20.0, 33.0}) {
            const auto file = smallest_file(image, format, wanted);
            REQUIRE(file);
            CHECK(file->psnr >= wanted);
            CHECK(file->psnr == psnr_at(image, format, file->quality));
            CHECK(file->bytes ==
                  encode_image(image, format,
                               {.quality = file->quality, .lossy = true, .tagged = false})
                      .size());
            if (file->quality > 1) CHECK(psnr_at(image, format, file->quality - 1) < wanted);
        }
        CHECK(smallest_file(image, format, 20)->bytes <= smallest_file(image, format, 33)->bytes);
    }
}

TEST_CASE("where nothing reaches it the answer is none") {
    const Image noise = random_image(64, 64, 3, 255);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    CHECK_FALSE(smallest_file(noise, ImageFormat::jpeg, kInfinite));
    CHECK_FALSE(smallest_file(noise, ImageFormat::webp, 60));
    CHECK_FALSE(smallest_file(noise, ImageFormat::webp, std::nan("")));
    CHECK_FALSE(smallest_file(random_image(20, 20, 4, 255), ImageFormat::jpeg, 1));
    CHECK_FALSE(smallest_file(random_image(16'384, 1, 3, 255), ImageFormat::webp, 1));
    CHECK(smallest_file(random_image(16'383, 1, 3, 255), ImageFormat::webp, 1));
}

TEST_CASE("gray and transparent pictures are judged in their own channels") {
    const Image gray = smooth_image(64, 48, 1);
    const auto webp = smallest_file(gray, ImageFormat::webp, 30);  // WebP decodes gray as colour
    REQUIRE(webp);
    CHECK(webp->psnr >= 30);
    CHECK(webp->psnr < 80);
    CHECK(smallest_file(gray, ImageFormat::jpeg, 30));
    Image clear = smooth_image(64, 48, 4);
    CHECK(smallest_file(clear, ImageFormat::webp, 25));
    // WebP drops an alpha channel that is opaque everywhere.
    for (std::size_t i = 3; i < clear.values.size(); i += 4) clear.values[i] = 1;
    CHECK(smallest_file(clear, ImageFormat::webp, 25));
    CHECK(png_file(gray).bytes == encode_png(gray, 8).size());
}
