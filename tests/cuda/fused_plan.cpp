// Tests the fused path's plan: every parameter has one place, and tiles fit in the device's shared
// memory.
#include "cuda/fused_plan.h"
#include "engine/network/parameters.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace redraw;
using namespace redraw::cuda::fused;

namespace {

// Limits from the data sheets: major compute capability, multiprocessors, and bytes of shared
// memory that a block may request and that a multiprocessor has.
constexpr DeviceLimits kH200{9, 132, 232448, 233472};
constexpr DeviceLimits kSm80{8, 108, 166912, 167936};
constexpr DeviceLimits kSm86{8, 84, 101376, 102400};

NetworkSpec network_of(std::vector<int> layers) {
    NetworkSpec network;
    network.layers = std::move(layers);
    return network;
}

NetworkSpec encoded(std::vector<int> layers, Encoding encoding) {
    NetworkSpec network = network_of(std::move(layers));
    network.encoding = encoding;
    network.fourier.count = 21;
    network.grid = {.levels = 5,
                    .features = 3,
                    .base = 4,
                    .finest = 50,
                    .table_bits = 8,
                    .width = 20,
                    .height = 7};
    return network;
}

}  // namespace

TEST_CASE("every parameter has one place in the partials and every weight one in each copy") {
    for (const std::vector<int>& layers :
         {std::vector<int>{1}, {16}, {7, 33}, {128, 100, 16, 1}, {64, 64, 64}})
        for (const int channels : {1, 3, 4}) {
            const NetworkSpec network = network_of(layers);
            const auto plan = make_plan(network, channels, 1000, kH200);
            REQUIRE(plan.has_value());
            CHECK(plan->places.size() % 32 == 0);  // keeps each block's partial sums aligned
            std::set<int> parameters, forward, backward;
            for (const Place& place : plan->places) {
                CHECK((place.forward < 0) == (place.backward < 0));
                if (place.parameter < 0) continue;
                CHECK(parameters.insert(place.parameter).second);
                if (place.forward < 0) continue;
                CHECK(forward.insert(place.forward).second);
                CHECK(backward.insert(place.backward).second);
            }
            const std::size_t count = parameter_count(network, channels);
            CHECK(parameters.size() == count);
            CHECK(*parameters.rbegin() + 1 == int(count));
            std::size_t matrices = 0;
            for (std::size_t l = 1; l < layers.size(); ++l) matrices += layers[l] * layers[l - 1];
            CHECK(forward.size() == matrices);
            if (matrices == 0) continue;
            const int end = int(plan->copy_size * 8);
            CHECK(*forward.begin() >= 0);
            CHECK(*forward.rbegin() < end);
            CHECK(*backward.begin() >= 0);
            CHECK(*backward.rbegin() < end);
        }
}

TEST_CASE("what is trained of encoded networks has one place, and nothing else has") {
    for (const Encoding encoding : {Encoding::fourier, Encoding::grid})
        for (const std::vector<int>& layers : {std::vector<int>{7}, {40, 128}}) {
            const NetworkSpec network = encoded(layers, encoding);
            const auto plan = make_plan(network, 3, 1000, kH200);
            REQUIRE(plan.has_value());
            CHECK(plan->tables == grid_parameters(network));
            CHECK(plan->network.depth == int(layers.size()) + 1);
            std::set<int> parameters;
            std::size_t in_copies = 0;
            for (const Place& place : plan->places) {
                if (place.parameter < 0) continue;
                CHECK(parameters.insert(place.parameter).second);
                in_copies += place.forward >= 0;
            }
            // Hidden layers have copies of their weights, including the layer that reads the
            // encoding.
            const auto shapes = layer_shapes(network, 3);
            const LayerShape& first = shapes[shapes[0].trained ? 0 : 1];
            CHECK(*parameters.begin() == int(first.weights));
            CHECK(parameters.size() == parameter_count(network, 3) - first.weights);
            CHECK(*parameters.rbegin() + 1 == int(parameter_count(network, 3)));
            std::size_t matrices = 0;
            for (std::size_t l = shapes[0].trained ? 0 : 1; l + 1 < shapes.size(); ++l)
                matrices += shapes[l].biases - shapes[l].weights;
            CHECK(in_copies == matrices);
        }
}

TEST_CASE("regions of a tile follow each other, aligned, within the device's limit") {
    for (const DeviceLimits& limits : {kH200, kSm80, kSm86})
        for (const NetworkSpec& spec :
             {network_of({128, 128, 128, 128, 128, 128}), network_of({16, 100, 7}),
              network_of({128}), encoded({64, 64}, Encoding::grid),
              encoded({128, 7}, Encoding::fourier)}) {
            const auto plan = make_plan(spec, 3, 40000, limits);
            REQUIRE(plan.has_value());
            CHECK(int(plan->tile.bytes) <= limits.block_shared_bytes);
            CHECK(int(plan->drawing_tile.bytes) <= limits.block_shared_bytes);
            const Network& network = plan->network;
            const std::uint32_t rows = std::uint32_t(plan->tile_bands * kBandRows);
            int widest = 0;
            for (int l = 0; l < network.depth; ++l)
                widest = std::max(widest, network.layers[l].stride());
            struct Region {
                std::uint32_t begin, size;
            };
            std::vector<Region> regions{
                {plan->tile.values, rows * widest * 2},
                {plan->tile.lows, rows * widest * 2},
                {plan->tile.positions, rows * 8},
                {plan->tile.gradients, rows * network.channels * 4},
                {plan->tile.sums, network.sum_count * 4},
            };
            if (spec.encoding == Encoding::grid)
                regions.push_back(
                    {plan->tile.feature_gradients, rows * network.layers[0].feature_stride() * 4});
            for (int l = 0; l + 1 < network.depth; ++l)
                regions.push_back({network.layers[l].slot, rows * network.layers[l].stride() * 2});
            CHECK(network.layers[network.depth - 1].slot == plan->tile.lows);
            std::sort(regions.begin(), regions.end(),
                      [](const Region& a, const Region& b) { return a.begin < b.begin; });
            for (std::size_t i = 0; i < regions.size(); ++i) {
                CHECK(regions[i].begin % 16 == 0);
                const std::uint32_t next =
                    i + 1 < regions.size() ? regions[i + 1].begin : plan->tile.bytes;
                CHECK(regions[i].begin + regions[i].size <= next);
            }
            // The output layer's sums of all slices fit in the buffer of the values.
            const Layer& last = network.layers[network.depth - 1];
            CHECK(last.padded / kSlice * rows * network.channels * 4 <= rows * widest * 2);
        }
}

TEST_CASE("rows below each other never meet in a bank of the shared memory") {
    for (int width = 1; width <= kWidest; ++width) {
        const auto plan = make_plan(network_of({width}), 1, 100, kH200);
        const int words = plan->network.layers[0].stride() / 2;
        std::set<int> rows_of_matrix, words_of_fragment;
        for (int row = 0; row < 8; ++row) {
            rows_of_matrix.insert(row * words * 4 % 128);
            for (int t = 0; t < 4; ++t) words_of_fragment.insert((row * words + t) % 32);
        }
        CHECK(rows_of_matrix.size() == 8);
        CHECK(words_of_fragment.size() == 32);
    }
}

TEST_CASE("tiles are as large as the device allows and the batch needs") {
    const NetworkSpec six = network_of({128, 128, 128, 128, 128, 128});
    // 2500 bands of 16 pixels on 132 multiprocessors: at most 19 a block, which are three tiles.
    CHECK(make_plan(six, 1, 40000, kH200)->tile_bands == 7);
    CHECK(make_plan(six, 1, 40000, kH200)->blocks == 132);
    CHECK(make_plan(six, 1, 40000, kSm80)->tile_bands == 5);
    CHECK(make_plan(six, 1, 40000, kSm86)->tile_bands == 3);
    CHECK(make_plan(network_of({32}), 1, 1 << 20, kH200)->tile_bands == kMostBands);
    // A small batch has one band for each block, and no block without work.
    const auto small = make_plan(six, 1, 100, kH200);
    CHECK(small->blocks == 7);
    CHECK(small->tile_bands == 1);
    CHECK(make_plan(six, 1, 0, kH200)->blocks == 0);
}

TEST_CASE("what does not fit is refused") {
    CHECK(!make_plan(network_of({129}), 1, 100, kH200));
    CHECK(!make_plan(network_of({128}), 1, 100, {7, 72, 65536, 65536}));
    CHECK(make_plan(network_of(std::vector<int>(46, 128)), 1, 100, kH200));
    CHECK(!make_plan(network_of(std::vector<int>(48, 128)), 1, 100, kH200));
    CHECK(make_plan(network_of(std::vector<int>(19, 128)), 1, 100, kSm86));
    CHECK(!make_plan(network_of(std::vector<int>(21, 128)), 1, 100, kSm86));
    CHECK(make_plan(network_of(std::vector<int>(64, 16)), 4, 100, kSm86));
    CHECK(make_plan(encoded(std::vector<int>(64, 16), Encoding::grid), 4, 100, kSm86));
    NetworkSpec fourier = encoded({16}, Encoding::fourier);
    fourier.fourier.count = 64;
    CHECK(make_plan(fourier, 1, 100, kH200));
    fourier.fourier.count = 65;
    CHECK(!make_plan(fourier, 1, 100, kH200));
}
