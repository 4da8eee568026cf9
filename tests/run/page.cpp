// A page's job, but for what is read in a browser (tests/cli/test_page.py).
#include "engine/export/page.h"
#include "engine/device/devices.h"
#include "engine/network/initialisation.h"
#include "tests/support/picture_samples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

using namespace redraw;
using namespace redraw::test;

namespace {

// Networks that have nothing in common but their size, of which few fit into a page.
PageSource source_of_strangers(const NetworkSpec& network, int moments) {
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
                      .measured = {}};
    for (int step = 0; step < moments; ++step) source.moments.push_back({step, 20.0f});
    return source;
}

}  // namespace

TEST_CASE("of a large picture a page has as many moments as a browser can hold, and is done") {
    const ScratchFolder folder;
    Config config;
    config.network.layers = {400, 400, 400};
    const auto backend = make_backend({.threads = 1}, config.network, config.optimizer, 1, nullptr);
    for (const std::size_t held : {0, 5}) {
        CAPTURE(held);
        PageExport page(*backend, source_of_strangers(config.network, 30), folder / "page.html",
                        held * 19 * 13);
        int parts = 0;
        while (!page.advance()) REQUIRE(++parts < 300);
        CHECK(page.by_difference());
        CHECK(page.moments() == std::clamp<std::size_t>(held, 1, 30));
        CHECK(page.bytes() <= kMostPageBytes);
    }
}
