// Tests networks that are sized to a requested number of parameters.
#include "engine/data/resolve.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "tests/support/dead_leaves.h"

#include <doctest/doctest.h>

using namespace redraw;
using redraw_test::dead_leaves;

namespace {

Config chosen_for(const char* preset, PixelSize size, int parameters = 0) {
    Config config = preset_config(preset);
    config.network.parameters = parameters;
    return resolve(config, dead_leaves(size.width, size.height, 3, 1));
}

}  // namespace

TEST_CASE("a network takes as many numbers as it may, and no more") {
    for (const char* preset : {"grid", "siren", "fourier", "lineart"})
        for (const int most : {2'000, 30'000, 100'000, 300'000}) {
            INFO(std::string(preset) << ' ' << most);
            const Config config = chosen_for(preset, {512, 384}, most);
            const auto numbers = parameter_count(config.network, 3);
            CHECK(numbers <= std::size_t(most));
            CHECK(numbers > std::size_t(most) / 2);
            validate(config);
            CHECK(resolve(config, dead_leaves(512, 384, 3, 1)) == config);  // resolved sizes stay
        }
}

TEST_CASE("settings that were another picture's have this one's proportions") {
    Config config = preset_config("grid");
    config.network.grid.width = 300;
    config.network.grid.height = 10;
    const Config chosen = resolve(config, dead_leaves(40, 60, 3, 1));
    CHECK(chosen.network.grid.width == 40);
    CHECK(chosen.network.grid.height == 60);
}

TEST_CASE("a grid that holds every cell takes no more") {
    const Config config = chosen_for("grid", {40, 40}, 3'000'000);
    for (const GridLevel& level : grid_levels(config.network)) CHECK_FALSE(level.hashed);
}

TEST_CASE("without a number to reach a network stays as it was given") {
    const NetworkSpec given = preset_config("grid").network;
    const NetworkSpec chosen = chosen_for("grid", {64, 64}).network;
    CHECK(chosen.grid.table_bits == given.grid.table_bits);
    CHECK(chosen.grid.base == automatic_base(chosen.grid.finest));
    CHECK(chosen.layers == given.layers);
    CHECK(chosen_for("siren", {64, 64}).network.layers == preset_config("siren").network.layers);
}
