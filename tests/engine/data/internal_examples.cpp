// Tests the examples from which a network learns to enlarge a picture: they agree with the picture,
// no block has its centre in a held-out cell, and equal seeds give the same number of blocks.
#include "engine/data/internal_examples.h"
#include "engine/data/doubling.h"
#include "engine/error.h"
#include "tests/support/dead_leaves.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace redraw;
using redraw_test::dead_leaves;

namespace {

constexpr WindowSpec kPlain{.tones = Tones::relative, .made_by = {1, 0, 0}};

}  // namespace

TEST_CASE("a window is the pixels around a quarter, and symmetric to the diagonal") {
    const WindowShape shape = window_shape(kPlain);
    CHECK(shape.count == 31);
    CHECK(shape.reach == 3);
    std::set<std::pair<int, int>> pixels;
    for (int i = 0; i < shape.count; ++i) pixels.insert({shape.x[i], shape.y[i]});
    CHECK(int(pixels.size()) == shape.count);
    for (const auto& [x, y] : pixels) CHECK(pixels.count({y, x}) == 1);
    const WindowSpec largest{.radius = kLargestWindow};
    CHECK(window_shape(largest).count <= kMostWindowPixels);
}

TEST_CASE("the views of a quarter see the same pixels") {
    const int side = 9;
    Image plane = make_image(side, side, 1);
    for (std::size_t i = 0; i < plane.values.size(); ++i) plane.values[i] = random_unit(1, 2, i);
    const WindowShape shape = window_shape(kPlain);
    const auto encoded = [&](const Image& of, int right, int lower, int view) {
        std::vector<float> inputs(std::size_t(shape.inputs()));
        encode_window(shape, window_view(of.row(4) + 4, side, right, lower, view),
                      [&](int i, float value) { inputs[std::size_t(i)] = value; });
        return inputs;
    };
    Image mirrored = plane;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) mirrored.row(y)[x] = plane.row(y)[side - 1 - x];
    CHECK(encoded(plane, 1, 1, 0) == encoded(mirrored, 0, 1, 0));
    Image turned = plane;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) turned.row(y)[x] = plane.row(x)[y];
    CHECK(encoded(plane, 1, 1, 1) == encoded(turned, 1, 1, 0));
    const auto seen = encoded(plane, 0, 1, 0), negative = encoded(plane, 0, 1, 2);
    double sum = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        CHECK(negative[i] == -seen[i]);
        sum += seen[i];
    }
    CHECK(std::abs(sum) < 1e-5);
}

TEST_CASE("an example's target is what interpolation lacks, and its window the half's") {
    const Image picture = dead_leaves(80, 64, 1);
    const InternalExamples examples = make_internal_examples(picture, kPlain, 1);
    // The first pair comes from the picture at its own size.
    const InternalPair& pair = examples.pairs.front();
    CHECK(pair.width == 80);
    const Image half = halved(picture);
    const Image wide = mirrored_part(half, {-4, -4, half.width + 8, half.height + 8});
    const Image interpolated = doubled(wide, {4, 4, half.width, half.height});
    for (int y = 0; y < 64; y += 5)
        for (int x = 0; x < 80; x += 3)
            CHECK(interpolated.row(y)[x] +
                      examples.residuals[pair.residual + std::size_t(y) * 80 + std::size_t(x)] ==
                  doctest::Approx(picture.row(y)[x]).epsilon(1e-6));
    CHECK(examples.halves[pair.half + std::size_t(7) * std::size_t(pair.half_stride) + 9] ==
          half.row(7)[9]);
}

TEST_CASE("what is drawn by lot is never held out, and counts as much as it is rare") {
    const Image picture = dead_leaves(160, 128, 1);
    const InternalExamples examples = make_internal_examples(picture, kPlain, 1);
    const int cell = held_out_cell(160, 128);
    CHECK(cell == 32);
    CHECK(!held_out_cells(160, 128, 100).empty());
    double weights = 0;
    std::set<std::tuple<std::uint32_t, int, int>> distinct;
    for (const ExampleBlock& block : examples.blocks) {
        weights += block.weight;
        distinct.insert({block.pair, block.x, block.y});
        if (block.pair < 4)  // from the picture at its own size, at four offsets
            CHECK(!is_held_out(cell, block.x + int(block.pair % 2) + kExampleBlock / 2,
                               block.y + int(block.pair / 2) + kExampleBlock / 2));
    }
    CHECK(weights / double(examples.blocks.size()) == doctest::Approx(1).epsilon(1e-4));
    CHECK(distinct.size() < examples.blocks.size());

    // Reads many examples, also at corners: valgrind and AddressSanitizer find reads beyond the
    // arrays.
    const ExampleArrays arrays = arrays_of(examples, 7);
    double sum = 0;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const Example example = example_at(arrays, i / 256, i % 256);
        encode_window(examples.shape, example.view, [&](int, float value) { sum += value; });
        CHECK(std::abs(example.target - kNothingLacking) <= 1);
        CHECK(example.weight > 0);
    }
    CHECK(std::isfinite(sum));
}

TEST_CASE("the same picture and seed teach the same; a large picture by a part of its tiles") {
    const Image picture = dead_leaves(64, 48, 3);
    const auto blocks = [&](std::uint64_t seed) {
        return make_internal_examples(picture, kPlain, seed).blocks.size();
    };
    CHECK(blocks(1) == blocks(1));
    const Image large = make_image(2100, 1100, 1, 0.5f);
    const InternalExamples examples = make_internal_examples(large, kPlain, 1);
    CHECK(examples.residuals.size() < std::size_t(kMostTeachingPixels) * 16);
}

TEST_CASE("a picture that is too small is refused with a sentence, a small one is not") {
    CHECK_THROWS_WITH_AS(make_internal_examples(make_image(7, 30, 1), kPlain, 1),
                         doctest::Contains("too small"), Error);
    for (const int side : {8, 9, 15, 16, 17, 33})
        CHECK(!make_internal_examples(make_image(side, side, 3, 0.5f), kPlain, 1).blocks.empty());
}

TEST_CASE("the spectrum tells by which filter a picture was made smaller") {
    double area = 0, bicubic = 0, lanczos = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Image large = dead_leaves(512, 384, 1, seed, 1);
        area += estimated_halving(halved(large, {1, 0, 0})).area;
        bicubic += estimated_halving(halved(large, {0, 1, 0})).area;
        lanczos += estimated_halving(halved(large, {0, 0, 1})).area;
    }
    CHECK(area > bicubic);
    CHECK(bicubic > lanczos);
    const HalvingMix nothing = estimated_halving(make_image(200, 200, 1, 0.5f));
    CHECK(nothing.area == doctest::Approx(1.0 / 3));
    // These pictures are too small for an estimate in one direction or both. Unequal results would
    // betray reads beyond the picture.
    for (const auto& [width, height] :
         {std::pair{20, 20}, std::pair{64, 48}, std::pair{48, 64}, std::pair{63, 63}}) {
        const Image small = dead_leaves(width, height, 1);
        const HalvingMix told = estimated_halving(small);
        CHECK(told.area + told.bicubic + told.lanczos == doctest::Approx(1));
        for (int again = 0; again < 5; ++again) CHECK(estimated_halving(Image(small)) == told);
    }
}
