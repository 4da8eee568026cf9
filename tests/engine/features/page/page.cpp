#include "engine/features/page/page.h"

#include "engine/device/devices.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/parameters.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/picture_samples.h"
#include "tests/support/temporary_folder.h"

#include <memory>

using namespace redraw;
using namespace redraw::test;

namespace {

// Networks with unrelated random parameters: their differences hardly compress, so few fit in a
// page.
PageSource source_of_strangers(const NetworkSpec& network, int moments,
                               std::function<Backend&()> backend) {
    PageSource source{.network = network,
                      .name = "strangers.png",
                      .target = std::make_shared<const Image>(make_image(19, 13, 1, 0.5f)),
                      .original = nullptr,
                      .moments = {},
                      .steps_per_epoch = 1,
                      .parameters_at =
                          [network](std::int64_t step) {
                              return initial_parameters(network, 1, std::uint64_t(step));
                          },
                      .measured = {},
                      .backend = std::move(backend)};
    for (int step = 0; step < moments; ++step) source.moments.push_back({step, 20.0f});
    return source;
}

}  // namespace

TEST_CASE("a page of large networks keeps all moments: the last as a network, others as stills") {
    const ScratchFolder folder;
    Config config;
    config.network.layers = {400, 400, 400};
    const auto backend = make_backend({.threads = 1}, config.network, config.optimizer, 1, nullptr);
    PageExport page(
        {source_of_strangers(config.network, 30, [&]() -> Backend& { return *backend; })},
        folder / "page.html");
    int parts = 0;
    double progress = 0;
    while (!page.advance()) {
        REQUIRE(++parts < 200);
        progress = page.progress();
        CHECK_FALSE(std::filesystem::exists(folder / "page.html"));
    }
    CHECK(progress == 1);
    CHECK(page.moments() == 30);
    CHECK(page.stills() > 5);
    CHECK(page.stills() < 30);
    CHECK(page.bytes() <= kMostPageBytes);
    CHECK(page.bytes() == std::filesystem::file_size(folder / "page.html"));
}

TEST_CASE("a still is a WebP of few bytes, and its PSNR is that of what it decodes to") {
    for (const int channels : {1, 3, 4}) {
        CAPTURE(channels);
        Image drawing = make_image(120, 90, channels), target = drawing;
        for (std::size_t i = 0; i < drawing.values.size(); ++i) {
            target.values[i] = 0.5f + 0.4f * std::sin(float(i) / 37);
            drawing.values[i] = target.values[i] + 0.2f * (random_unit(3, 0, i) - 0.5f);
        }
        double before = 0;
        for (const std::size_t most : {1000, 3000, 60'000}) {
            const PageStill still = page_still(drawing, target, most);
            CHECK(still.bytes.size() <= most);
            Image shown = decode_picture(still.bytes, "still").image;
            CHECK(shown.width == still.width);
            CHECK(shown.height == still.height);
            CHECK(shown.channels == std::max(3, channels));
            for (std::size_t i = 0; channels == 1 && i < shown.pixel_count(); ++i)
                shown.values[i] = shown.values[3 * i];
            shown.values.resize(shown.pixel_count() * std::size_t(channels));
            shown.channels = channels;
            CHECK(still.psnr ==
                  doctest::Approx(psnr(resample(shown, 120, 90, Filter::bilinear), target)));
            CHECK(still.psnr > before);
            before = still.psnr;
        }
        CHECK(page_still(drawing, target, 60'000).width == 120);
    }
}

TEST_CASE("a large picture's still is smaller, and is measured at the size that was learned") {
    const Image target = make_image(2200, 40, 3, 0.5f);
    const PageStill still = page_still(make_image(1024, 19, 3, 0.6f), target, 5000);
    CHECK(still.width == 1024);
    CHECK(still.psnr == doctest::Approx(20).epsilon(0.02));
}
