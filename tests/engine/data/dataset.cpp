#include "engine/data/dataset.h"
#include "engine/network/presets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

using namespace redraw;

namespace {
Image picture_of(int width, int height, int channels, float value = 0.5f) {
    return make_image(width, height, channels, value);
}
Config plain_config() {
    Config config;
    config.data.train_size.longer_side = 0;
    return config;
}
}  // namespace

TEST_CASE("the training size keeps the aspect and never grows") {
    CHECK(training_size({.longer_side = 200}, 474, 474) == PixelSize{200, 200});
    CHECK(training_size({.longer_side = 200}, 600, 400) == PixelSize{200, 133});
    CHECK(training_size({.longer_side = 200}, 50, 30) == PixelSize{50, 30});
    CHECK(training_size({.longer_side = 0}, 4000, 3000) == PixelSize{4000, 3000});
    CHECK(training_size({.longer_side = 200}, 16384, 1) == PixelSize{200, 1});
    CHECK(training_size({.width = 200, .height = 150}, 600, 400) == PixelSize{200, 150});
    CHECK(as_many_pixels_as_square(200, {600, 600}) == TrainSize{.longer_side = 200});
    CHECK(as_many_pixels_as_square(200, {600, 150}) == TrainSize{.longer_side = 400});
    CHECK(as_many_pixels_as_square(200, {150, 600}) == TrainSize{.longer_side = 400});
    CHECK(as_many_pixels_as_square(200, {90, 60}) == TrainSize{.longer_side = 90});
    CHECK(as_many_pixels_as_square(200, {30000, 1}) == TrainSize{.longer_side = 0});  // full size
    CHECK(as_many_pixels_as_square(200, {1, 1}) == TrainSize{.longer_side = 1});
    CHECK(training_size({.width = 200, .height = 150}, 100, 400) == PixelSize{100, 150});
}

TEST_CASE("coordinates are pixel centres, the longer side spans -1 to 1") {
    const Dataset dataset = make_dataset(picture_of(4, 2, 1), plain_config());
    CHECK(dataset.grid.x(0) == -0.75f);
    CHECK(dataset.grid.x(3) == 0.75f);
    CHECK(dataset.grid.y(0) == -0.25f);
    CHECK(dataset.grid.y(1) == 0.25f);
}

TEST_CASE("automatic channels") {
    Image ink = picture_of(100, 100, 1, 1.0f);
    for (int x = 0; x < 30; ++x) ink.row(5)[x] = 0.004f;
    CHECK(resolve_channels(ChannelMode::automatic, ink) == ChannelMode::black_white);
    for (int x = 0; x < 30; ++x) ink.row(6)[x] = 0.5f;
    CHECK(resolve_channels(ChannelMode::automatic, ink) == ChannelMode::gray);
    Image rgb = picture_of(10, 10, 3);
    CHECK(resolve_channels(ChannelMode::automatic, rgb) == ChannelMode::gray);
    rgb.row(3)[4] = 0.9f;
    CHECK(resolve_channels(ChannelMode::automatic, rgb) == ChannelMode::color);
    Image rgba = picture_of(10, 10, 4, 1.0f);
    CHECK(resolve_channels(ChannelMode::automatic, rgba) == ChannelMode::black_white);
    rgba.row(0)[3] = 0.5f;
    CHECK(resolve_channels(ChannelMode::automatic, rgba) == ChannelMode::alpha);
    CHECK(resolve_channels(ChannelMode::gray, rgba) == ChannelMode::gray);
}

TEST_CASE("alpha is laid over white unless it is learned") {
    Config config = plain_config();
    Image rgba = picture_of(2, 1, 4, 0.0f);  // left: invisible black
    rgba.row(0)[7] = 1.0f;                   // right: opaque black
    config.data.channels = ChannelMode::gray;
    CHECK(make_dataset(rgba, config).target.values == std::vector<float>{1.0f, 0.0f});
    config.data.channels = ChannelMode::alpha;
    CHECK(make_dataset(rgba, config).target.values == std::vector<float>{1, 1, 1, 0, 0, 0, 0, 1});
}

TEST_CASE("black and white thresholds, and targets lie on 16-bit levels") {
    Config config = plain_config();
    Image gray = picture_of(3, 1, 1);
    gray.values = {0.49f, 0.5f, 0.123456789f};
    config.data.channels = ChannelMode::black_white;
    CHECK(make_dataset(gray, config).target.values == std::vector<float>{0, 1, 0});
    config.data.channels = ChannelMode::gray;
    for (float value : make_dataset(gray, config).target.values)
        CHECK(value == std::round(value * 65535.0f) / 65535.0f);
}

TEST_CASE("random minibatches are even, in range and repeatable") {
    Config config = plain_config();
    config.data.batch = BatchMode::random;
    config.data.batch_size = 64;
    const Dataset dataset = make_dataset(picture_of(16, 16, 1), config);
    CHECK(dataset.batch_pixels() == 64);
    CHECK(dataset.steps_per_epoch() == 4);
    std::vector<int> hits(256);
    for (int step = 0; step < 400; ++step)
        for (std::uint32_t i = 0; i < 64; ++i) {
            const std::uint32_t index = sample_index(sampling_of(dataset, step), step, i);
            REQUIRE(index < 256);
            CHECK(index == sample_index(sampling_of(dataset, step), step, i));
            ++hits[index];
        }
    for (int count : hits) CHECK(std::abs(count - 100) < 60);  // six standard deviations
}

TEST_CASE("an area pixel has two samples, opposite each other, anywhere in it") {
    Config config = plain_config();
    config.network.pixel = PixelModel::area;
    config.data.batch = BatchMode::random;
    config.data.batch_size = 64;
    const Dataset dataset = make_dataset(picture_of(16, 16, 1), config);
    CHECK(dataset.batch_pixels() == 64);
    CHECK(dataset.batch_samples() == 128);
    CHECK(dataset.steps_per_epoch() == 4);
    const Sampling sampling = sampling_of(dataset, 0);
    // Sample counts: in the centres of a pixel's quarters; elsewhere, in 4 x 4 parts of it.
    std::vector<int> centres(4), elsewhere(16);
    for (int step = 0; step < 50; ++step)
        for (std::uint32_t i = 0; i < 128; i += 2) {
            CHECK(sample_index(sampling, step, i) == sample_index(sampling, step, i + 1));
            const SampleOffset one = sample_offset(sampling, step, i);
            const SampleOffset other = sample_offset(sampling, step, i + 1);
            CHECK(one.x == -other.x);
            CHECK(one.y == -other.y);
            for (const SampleOffset& at : {one, other}) {
                REQUIRE(std::abs(at.x) <= 0.5f);
                REQUIRE(std::abs(at.y) <= 0.5f);
                const auto part = [&](int across) {
                    const auto along = [&](float place) {
                        return std::min(across - 1, int((place + 0.5f) * float(across)));
                    };
                    return std::size_t(along(at.y) * across + along(at.x));
                };
                if (std::abs(at.x) == 0.25f && std::abs(at.y) == 0.25f)
                    ++centres[part(2)];
                else
                    ++elsewhere[part(4)];
            }
        }
    // Over six standard deviations: of 6,400 samples, 3 of 4 lie in centres.
    for (int count : centres) CHECK(std::abs(count - 1200) < 190);
    for (int count : elsewhere) CHECK(std::abs(count - 100) < 60);
    config.network.pixel = PixelModel::point;
    const Dataset points = make_dataset(picture_of(16, 16, 1), config);
    CHECK(points.batch_samples() == 64);
    CHECK(sample_offset(sampling_of(points, 3), 3, 5).x == 0);
    CHECK(sample_index(sampling_of(points, 3), 3, 5) == sample_index(sampling, 3, 10));
}

TEST_CASE("stratified batches take a pixel of every cell, and an epoch takes every pixel") {
    Config config = plain_config();
    config.data.batch = BatchMode::stratified;
    for (const PixelSize size : {PixelSize{64, 48}, {61, 47}, {1, 90}, {90, 1}, {2, 2}, {7, 300}})
        for (const int batch : {1, 5, 64, 300, 100'000}) {
            CAPTURE(size.width);
            CAPTURE(batch);
            config.data.batch_size = batch;
            config.data.train_size.longer_side = 0;
            const Dataset dataset = make_dataset(picture_of(size.width, size.height, 1), config);
            const Sampling sampling = sampling_of(dataset, 0);
            const Strata strata = dataset.strata();
            const int pixels = size.width * size.height;
            REQUIRE(dataset.batch_pixels() == int(strata.count()));
            REQUIRE(dataset.steps_per_epoch() == strata.pixels());
            CHECK(dataset.batch_pixels() <= std::max(2 * batch, batch + 2 * size.width));
            std::vector<int> hits(std::size_t(pixels), 0);
            for (std::int64_t step = 0; step < 2 * dataset.steps_per_epoch(); ++step)
                for (std::uint32_t i = 0; i < strata.count(); ++i) {
                    const std::uint32_t index = sample_index(sampling, step, i);
                    REQUIRE(index < std::uint32_t(pixels));
                    const std::uint32_t left =
                        std::min(i % strata.across * strata.width, sampling.width - strata.width);
                    CHECK(index % sampling.width - left < strata.width);
                    ++hits[index];
                }
            for (const int count : hits) CHECK(count >= 2);
            if (size.width % int(strata.width) == 0 && size.height % int(strata.height) == 0)
                for (const int count : hits) CHECK(count == 2);
        }
}

TEST_CASE("the pixels around an entry of a table take turns in a cell") {
    Config config = plain_config();
    config.data.batch = BatchMode::stratified;
    config.data.batch_size = 1;  // the picture is the only cell
    for (int width = 2; width <= 30; ++width)
        for (int height = width; height <= width + 3; ++height) {
            const Dataset dataset = make_dataset(picture_of(width, height, 1), config);
            const Sampling sampling = sampling_of(dataset, 0);
            const int pixels = width * height;
            REQUIRE(int(sampling.strata.pixels()) == pixels);
            std::vector<int> seen(std::size_t(pixels), -1);
            for (int step = 0; step < pixels; ++step) seen[sample_index(sampling, step, 0)] = step;
            CHECK(std::ranges::count(seen, -1) == 0);
            // A cell's order begins anywhere and goes around its edges, where it is not even.
            const int first = int(sample_index(sampling, 0, 0));
            int longest = 0;
            for (int y = 0; y + 1 < height; ++y)
                for (int x = 0; x + 1 < width; ++x) {
                    if (x + 1 == first % width || y + 1 == first / width) continue;
                    const int at = y * width + x;
                    std::array times{seen[at], seen[at + 1], seen[at + width],
                                     seen[at + width + 1]};
                    std::ranges::sort(times);
                    int wait = times.front() + pixels - times.back();
                    for (int i = 0; i < 3; ++i) wait = std::max(wait, times[i + 1] - times[i]);
                    longest = std::max(longest, wait);
                }
            CAPTURE(width);
            CAPTURE(height);
            CHECK(2 * longest <= pixels + 1);
        }
}

TEST_CASE("steps an epoch follow from the numbers alone") {
    Config config = plain_config();
    for (const BatchMode mode :
         {BatchMode::full, BatchMode::random, BatchMode::rows, BatchMode::stratified})
        for (const PixelSize size : {PixelSize{64, 48}, {61, 47}, {1, 90}, {90, 1}, {2, 2}})
            for (const int batch : {1, 5, 64, 100'000}) {
                CAPTURE(size.width);
                CAPTURE(batch);
                config.data.batch = mode;
                config.data.batch_size = batch;
                CHECK(
                    steps_per_epoch(config, size) ==
                    make_dataset(picture_of(size.width, size.height, 1), config).steps_per_epoch());
            }
    config = preset_config("enlarge");
    config.data.batch = BatchMode::random;
    config.data.batch_size = 1024;
    CHECK(steps_per_epoch(config, {96, 64}) ==
          make_dataset(picture_of(96, 64, 1), config).steps_per_epoch());
    CHECK(steps_per_epoch(config, {4000, 3000}) == 1024);  // 2^20 pixels an epoch, 1024 a step
}

TEST_CASE("row batches visit every row once an epoch, in another order each epoch") {
    Config config = plain_config();
    config.data.batch = BatchMode::rows;
    config.data.batch_size = 3;
    const Dataset dataset = make_dataset(picture_of(5, 13, 1), config);
    CHECK(dataset.batch_pixels() == 15);
    const std::int64_t steps = dataset.steps_per_epoch();
    CHECK(steps == 5);
    std::set<std::vector<std::uint32_t>> orders;
    for (int epoch = 0; epoch < 4; ++epoch) {
        std::map<std::uint32_t, int> seen;
        std::vector<std::uint32_t> order;
        for (std::int64_t s = 0; s < steps; ++s)
            for (std::uint32_t i = 0; i < 15; ++i) {
                const std::uint32_t index =
                    sample_index(sampling_of(dataset, 0), epoch * steps + s, i);
                REQUIRE(index < 65);
                CHECK(index % 5 == i % 5);
                if (order.size() < 13 * 5) {
                    order.push_back(index);
                    ++seen[index];
                }
            }
        CHECK(seen.size() == 65);
        orders.insert(order);
    }
    CHECK(orders.size() == 4);
}
