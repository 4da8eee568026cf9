#include "engine/image/quality.h"
#include "tests/support/picture_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::test;

namespace {

Image cropped(const Image& image, int width, int height, int channels) {
    Image part = make_image(width, height, channels);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int c = 0; c < channels; ++c) {
                part.row(y)[x * channels + c] = image.row(y)[x * image.channels + c];
            }
        }
    }
    return part;
}

// Returns one of the two images that have the reference values below; `disturbed`: the second.
Image reference_pattern(bool disturbed) {
    Image image = make_image(64, 48, 3);
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < 64; ++x) {
            for (int c = 0; c < 3; ++c) {
                int level = (x * 3 + y * 5 + c * 40) % 256;
                if (disturbed) level += ((x * 7 + y * 13) % 17 - 8) * (1 + c);
                image.row(y)[x * 3 + c] = float(std::clamp(level, 0, 255)) / 255.0f;
            }
        }
    }
    return image;
}

}  // namespace

// The reference values come from scikit-image 0.26 for the same pattern:
//   y, x = np.mgrid[0:48, 0:64]
//   a = np.stack([(x*3 + y*5 + c*40) % 256 for c in range(3)], -1).astype(np.uint8)
//   b = np.clip(a.astype(int) + ((x*7 + y*13) % 17 - 8)[..., None] * (1 + np.arange(3)), 0, 255)
//   peak_signal_noise_ratio(a, b, data_range=255)
//   structural_similarity(a/255, b/255, data_range=1, gaussian_weights=True, sigma=1.5,
//                         use_sample_covariance=False, channel_axis=-1)
// For the small image: of a[:5, :8, 0], after np.pad(..., ((3, 3), (1, 2)), mode="symmetric").
TEST_CASE("PSNR and SSIM agree with scikit-image") {
    const Image a = reference_pattern(false), b = reference_pattern(true);
    CHECK(psnr(a, b) == doctest::Approx(27.834473821187235).epsilon(1e-12));
    CHECK(ssim(a, b) == doctest::Approx(0.7602857903644171).epsilon(1e-9));
    CHECK(ssim(cropped(a, 64, 48, 1), cropped(b, 64, 48, 1)) ==
          doctest::Approx(0.9192030460117909).epsilon(1e-9));
    CHECK(ssim(cropped(a, 8, 5, 1), cropped(b, 8, 5, 1)) ==
          doctest::Approx(0.8845702364804418).epsilon(1e-9));
}

TEST_CASE("a picture is perfectly like itself, at any size") {
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 30}, {10, 11}, {11, 11}, {40, 12}}) {
        const Image image = random_image(width, height, 3, 1000);
        CHECK(psnr(image, image) == std::numeric_limits<double>::infinity());
        CHECK(ssim(image, image) == doctest::Approx(1.0).epsilon(1e-12));
    }
}

TEST_CASE("both are symmetric, and SSIM is never above 1") {
    for (unsigned seed = 0; seed < 5; ++seed) {
        const Image a = random_image(20, 17, 2, 255, seed);
        const Image b = random_image(20, 17, 2, 255, seed + 100);
        CHECK(psnr(a, b) == psnr(b, a));
        CHECK(ssim(a, b) == doctest::Approx(ssim(b, a)).epsilon(1e-12));
        CHECK(ssim(a, b) < 0.5);
    }
}

TEST_CASE("values are clamped and rounded first, NaN counts as 0") {
    Image a = make_image(12, 12, 1, 1.0f), b = make_image(12, 12, 1, 7.5f);
    CHECK(psnr(a, b) == std::numeric_limits<double>::infinity());
    b = make_image(12, 12, 1, 0.999f);
    CHECK(psnr(a, b) == std::numeric_limits<double>::infinity());
    a = make_image(12, 12, 1, std::nanf(""));
    b = make_image(12, 12, 1, 0.0f);
    CHECK(psnr(a, b) == std::numeric_limits<double>::infinity());
    CHECK(ssim(a, b) == doctest::Approx(1.0));
}

TEST_CASE("PSNR of an error") {
    CHECK(psnr_of_mse(1) == 0);
    CHECK(psnr_of_mse(0.001) == doctest::Approx(30));
    CHECK(psnr_of_mse(0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(psnr_of_mse(std::nan(""))));
}
