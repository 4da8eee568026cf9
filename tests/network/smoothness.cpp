#include "engine/data/smoothness.h"

#include "engine/data/resolve.h"
#include "engine/network/presets.h"

#include <doctest/doctest.h>

#include <random>

using namespace redraw;

namespace {

constexpr Smoothness kAll[] = {Smoothness::crisp, Smoothness::balanced, Smoothness::smooth};

// What the network draws as detail, once the size has chosen what is open.
double detail(NetworkSpec network, int side) {
    choose_by_size(network, {side, side});
    return network.encoding == Encoding::grid      ? network.grid.finest
           : network.encoding == Encoding::fourier ? network.fourier.sigma
                                                   : network.first_omega;
}

NetworkSpec preset(const char* name) {
    return preset_config(name).network;
}

}  // namespace

TEST_CASE("crisp is what the presets are, and stays open for another size") {
    for (const char* name : {"siren", "grid", "fourier"}) {
        CHECK(smoothness_of(preset(name), 200) == Smoothness::crisp);
        CHECK(with_smoothness(preset(name), Smoothness::crisp, 200) == preset(name));
    }
}

TEST_CASE("what is set is read again at every size, and smoother is less detail") {
    for (const char* name : {"siren", "grid", "fourier"})
        for (int side = 3; side <= 16384; side = side * 7 / 6 + 1) {
            double before = 1e9;
            for (const Smoothness smoothness : kAll) {
                const NetworkSpec network = with_smoothness(preset(name), smoothness, side);
                CHECK(smoothness_of(network, side) == smoothness);
                NetworkSpec resolved = network;  // as a run holds it
                choose_by_size(resolved, {side, side});
                CHECK(smoothness_of(resolved, side) == smoothness);
                CHECK(detail(network, side) < before);
                before = detail(network, side);
                Config config = preset_config(name);
                config.network = network;
                CHECK_NOTHROW(validate(config));
                // Any way to a smoothness leads to the same network.
                for (const Smoothness other : kAll)
                    CHECK(with_smoothness(network, other, side) ==
                          with_smoothness(preset(name), other, side));
            }
        }
    for (const int side : {1, 2})  // no room for three grids
        for (const Smoothness smoothness : kAll)
            CHECK(smoothness_of(with_smoothness(preset("grid"), smoothness, side), side));
}

TEST_CASE("it changes the number of detail and nothing else") {
    std::mt19937 random(7);
    const auto any = [&](int most) { return 1 + int(random() % unsigned(most)); };
    for (int i = 0; i < 200; ++i) {
        NetworkSpec network;
        network.encoding = Encoding(random() % 3);
        network.activation = Activation(random() % 5);
        network.hidden_omega = any(60);
        network.hidden_gain = any(3);
        network.first_omega = random() % 2 ? any(200) : 0;
        network.fourier.sigma = random() % 2 ? any(40) : 0;
        network.grid.finest = random() % 2 ? any(500) : 0;
        network.layers = {any(64), any(64)};
        NetworkSpec other = with_smoothness(network, kAll[random() % 3], any(1000));
        if (!has_smoothness(network)) CHECK(other == network);
        if (network.encoding == Encoding::none) other.first_omega = network.first_omega;
        if (network.encoding == Encoding::fourier) other.fourier.sigma = network.fourier.sigma;
        if (network.encoding == Encoding::grid) other.grid.finest = network.grid.finest;
        CHECK(other == network);
    }
}

TEST_CASE("numbers of one's own are custom, and those of the table are not") {
    NetworkSpec network = preset("siren");
    network.first_omega = 77;
    CHECK_FALSE(smoothness_of(network, 200));
    network.first_omega = 60;  // as the size would choose it
    CHECK(smoothness_of(network, 200) == Smoothness::crisp);
    network.first_omega = 24;
    CHECK(smoothness_of(network, 200) == Smoothness::smooth);
    CHECK_FALSE(smoothness_of(network, 300));
    NetworkSpec grid = preset("grid");
    grid.grid.finest = 150;
    CHECK(smoothness_of(grid, 200) == Smoothness::balanced);
}

TEST_CASE("a network of another size is as smooth as it was, or as it was") {
    for (const char* name : {"siren", "grid", "fourier"})
        for (const Smoothness smoothness : kAll) {
            const NetworkSpec small = with_smoothness(preset(name), smoothness, 200);
            CHECK(smoothness_of(as_smooth_at(small, 200, 512), 512) == smoothness);
            CHECK(as_smooth_at(as_smooth_at(small, 200, 512), 512, 200) == small);
        }
    NetworkSpec own = preset("siren");
    own.first_omega = 77;
    CHECK(as_smooth_at(own, 200, 512) == own);
}

TEST_CASE("a network without sines and without an encoding has none") {
    const NetworkSpec seed = preset("seed");
    CHECK_FALSE(has_smoothness(seed));
    CHECK_FALSE(smoothness_of(seed, 200));
    CHECK(with_smoothness(seed, Smoothness::smooth, 200) == seed);
    NetworkSpec encoded = seed;
    encoded.encoding = Encoding::fourier;
    CHECK(has_smoothness(encoded));
}
