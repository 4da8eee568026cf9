// Tests what a film shows between two keyframes: where it mixes them, how, and when it may not.
#include "engine/drawing/keyframe_mix.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace redraw;

namespace {

// Returns the place in the film that a mix stands for.
double place_of(const MixedKeyframe& mix, const std::vector<double>& places) {
    const double here = places[mix.keyframe];
    const double next = places[std::min(mix.keyframe + 1, places.size() - 1)];
    return here + double(mix.share) * (next - here);
}

std::vector<double> random_places(std::mt19937& random) {
    std::vector<double> places{0};
    const int count = 1 + int(random() % 12);
    for (int i = 0; i < count; ++i)
        places.push_back(places.back() + (random() % 4 == 0 ? 0.0 : double(random() % 100)));
    places.back() += 1;
    return places;
}

}  // namespace

TEST_CASE("where every keyframe mixes, a film moves at an even pace from end to end") {
    std::mt19937 random(7);
    for (int trial = 0; trial < 200; ++trial) {
        const std::vector<double> places = random_places(random);
        const std::vector<bool> mixes(places.size() - 1, true);
        CHECK(mixed_keyframe_at(places, 0, mixes) == MixedKeyframe{0});
        CHECK(mixed_keyframe_at(places, 1, mixes) == MixedKeyframe{places.size() - 1});
        for (int frame = 1; frame < 100; ++frame) {
            const MixedKeyframe mix = mixed_keyframe_at(places, frame / 100.0, mixes);
            CHECK(mix.share >= 0);
            CHECK(mix.share < 1);
            REQUIRE(mix.keyframe < places.size());
            CHECK(place_of(mix, places) ==
                  doctest::Approx(places.back() * frame / 100.0).epsilon(1e-5));
        }
    }
}

TEST_CASE("where a keyframe does not mix, the nearer one is shown alone") {
    std::mt19937 random(8);
    for (int trial = 0; trial < 200; ++trial) {
        const std::vector<double> places = random_places(random);
        std::vector<bool> mixes(places.size() - 1);
        for (std::size_t i = 0; i < mixes.size(); ++i) mixes[i] = random() % 2;
        mixes.resize(random() % (mixes.size() + 1));  // the last ones are not measured yet
        for (int frame = 0; frame <= 100; ++frame) {
            const double part = frame / 100.0;
            const MixedKeyframe mix = mixed_keyframe_at(places, part, mixes);
            if (mix.share > 0)
                CHECK(mixes[mix.keyframe]);
            else if (mix.keyframe != keyframe_at(places, part))  // exactly at a keyframe
                CHECK(places[mix.keyframe] ==
                      doctest::Approx(places[keyframe_at(places, part)]).epsilon(1e-5));
        }
    }
}

TEST_CASE("a mix has the weighted mean of the parameters") {
    const std::vector<float> from{0, 1, -4}, to{2, 1, 4};
    CHECK(mixed(from, to, 0) == from);
    CHECK(mixed(from, to, 0.25f) == std::vector<float>{0.5f, 1, -2});
}

TEST_CASE("a render lies between two if it is no farther from either than they are apart") {
    const std::vector<std::uint8_t> black(9, 0), grey(9, 100), white(9, 200), other(9, 250);
    CHECK(lies_between(black, grey, white));
    CHECK(lies_between(black, black, white));
    CHECK_FALSE(lies_between(black, other, white));
    CHECK_FALSE(lies_between(black, grey, black));
}

TEST_CASE("each keyframe is read once while a film goes forward or back, and again when trained") {
    std::vector<std::int64_t> reads;
    std::int64_t lost = -1;
    const ReadKeyframe read = [&](std::int64_t step) -> std::optional<std::vector<float>> {
        reads.push_back(step);
        return step == lost ? std::nullopt : std::optional(std::vector<float>{float(step)});
    };
    KeyframeMixer mixer;
    for (const std::int64_t step : {0, 1, 2, 3})
        for (const float share : {0.0f, 0.25f, 0.5f})
            CHECK(mixer(step, step + 1, share, read) == std::vector{float(step) + share});
    CHECK(reads == std::vector<std::int64_t>{0, 1, 2, 3, 4});
    reads.clear();
    for (const std::int64_t step : {3, 2, 1}) mixer(step, step + 1, 0.5f, read);
    CHECK(reads == std::vector<std::int64_t>{2, 1});
    mixer.forget_after(1);
    reads.clear();
    mixer(1, 2, 0.5f, read);
    CHECK(reads == std::vector<std::int64_t>{2});
    lost = 9;
    CHECK_FALSE(mixer(1, 9, 0.5f, read));
    CHECK_FALSE(mixer(9, 10, 0, read));
    CHECK(mixer(1, 9, 0, read) == std::vector{1.0f});  // the next one is not needed
}
