// Tests the choice of an enlargement's method: nearest neighbour is for pictures made of blocks.
#include "engine/data/batch_by_size.h"
#include "engine/data/internal_examples.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/network/presets.h"
#include "engine/network/random.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

constexpr double kExact = std::numeric_limits<double>::infinity();
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Returns how much of a pixel lies inside an edge at `distance` from its centre.
double coverage(double distance) {
    return std::clamp(0.5 - distance, 0.0, 1.0);
}

double to_segment(double x, double y, double ax, double ay, double bx, double by) {
    const double dx = bx - ax, dy = by - ay;
    const double t = std::clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(x - ax - t * dx, y - ay - t * dy);
}

Image soft_disc(int side) {
    return painted(side, side, 3, [&](int x, int y, int c) {
        const double in =
            coverage(std::hypot(x + 0.5 - side / 2.0, y + 0.5 - side / 2.0) - 0.375 * side);
        return 1 - in * (c == 0 ? 0.2 : 0.8);
    });
}

// An "A" of one colour whose edges are in the alpha channel alone, as in fonts and symbolic icons.
Image glyph(int side) {
    return painted(side, side, 4, [&](int x, int y, int c) {
        if (c < 3) return 0.1;
        const double px = (x + 0.5) / side, py = (y + 0.5) / side;
        const double distance = std::min({to_segment(px, py, 0.5, 0.15, 0.2, 0.85),
                                          to_segment(px, py, 0.5, 0.15, 0.8, 0.85),
                                          to_segment(px, py, 0.3, 0.6, 0.7, 0.6)});
        return coverage((distance - 0.06) * side);
    });
}

// Random colours in dots of `dot` pixels, within `part` of the picture; white elsewhere.
Image pixel_art(int side, int dot, const PixelRect& part) {
    return painted(side, side, 3, [&](int x, int y, int c) {
        const bool in =
            x >= part.x && y >= part.y && x < part.x + part.width && y < part.y + part.height;
        const auto at = std::uint64_t((y / dot * 1000 + x / dot) * 3 + c);
        return in ? std::floor(4 * random_unit(7, 1, at)) / 4 : 1.0;
    });
}

HalfSizeResult worth_of(Image picture) {
    const PixelSize size{picture.width, picture.height};
    Config config = with_batch_by_size(preset_config("enlarge"), size);
    config.schedule.epochs = std::max(1.0, config.schedule.epochs / 10);
    Enlargement job(std::move(picture), config, {.kind = BackendKind::cpu});
    while (!job.advance()) continue;
    return job.worth();
}

}  // namespace

TEST_CASE("the choice is the closest method where cells with content tell them apart") {
    // Lists of PSNR in dB: of network, nearest, bilinear, bicubic and Lanczos on held-out cells; at
    // the end, of the same without the network on all cells with content.
    CHECK_FALSE(enlarging_interpolation({{30, 25, 28, 29, 29.5}, 40, {}}));
    CHECK(enlarging_interpolation({{29, 25, 28, 29, 29.5}, 40, {}}) == Filter::lanczos);
    CHECK(enlarging_interpolation({{29, 40, 28, 29, 29.5}, 40, {}}) == Filter::nearest);
    // With few held-out cells, nearest must also lead by some dB on all cells with content.
    CHECK_FALSE(enlarging_interpolation({{54, kExact, 50, 50, 50}, 2, {25, 28, 29, 29.5}}));
    CHECK_FALSE(enlarging_interpolation({{54, kExact, 50, 50, 50}, 2, {30, 28, 29, 29.5}}));
    CHECK(enlarging_interpolation({{54, kExact, 50, 50, 50}, 2, {33, 28, 29, 29.5}}) ==
          Filter::nearest);
    CHECK(enlarging_interpolation({{30, 25, 28, 29, 31}, 2, {25, 28, 29, 29.5}}) ==
          Filter::lanczos);
    // If no cell has content, the network is chosen, except for pixel art.
    const std::vector<double> unknown(5, kUnknown);
    CHECK_FALSE(enlarging_interpolation({unknown, 0, {}}));
    CHECK_FALSE(enlarging_interpolation({unknown, 0, {25, 28, 29, 29.5}}));
    CHECK(enlarging_interpolation({unknown, 0, {kExact, 28, 29, 29.5}}) == Filter::nearest);
}

TEST_CASE("icons, glyphs and discs with soft edges are never drawn by nearest") {
    for (const int side : {24, 32, 64, 128}) {
        CAPTURE(side);
        for (const Image& picture : {soft_disc(side), glyph(side)}) {
            CAPTURE(picture.channels);
            const HalfSizeResult worth = worth_of(picture);
            CHECK(worth.interpolation != Filter::nearest);
            CHECK((worth.pixels == 0) == std::isnan(worth.methods.front().psnr));
            CHECK_FALSE(std::isinf(worth.methods.front().psnr));
        }
    }
}

TEST_CASE("pixel art is drawn by nearest, also where the held-out cells are flat") {
    for (const int dot : {2, 4, 8}) {
        CAPTURE(dot);
        CHECK(worth_of(pixel_art(64, dot, {0, 0, 64, 64})).interpolation == Filter::nearest);
        const HalfSizeResult corner = worth_of(pixel_art(64, dot, {0, 0, 32, 32}));
        CHECK(corner.interpolation == Filter::nearest);
        CHECK(corner.better_than_network()->method == "nearest");
    }
}

TEST_CASE("a picture without any content is drawn by the network, and nothing was measured") {
    const HalfSizeResult worth = worth_of(make_image(64, 64, 3, 0.5f));
    CHECK(worth.pixels == 0);
    CHECK(worth.better_than_network() == nullptr);
    for (const Quality& method : worth.methods) CHECK(std::isnan(method.psnr));
}

TEST_CASE("a picture with content everywhere is measured on its held-out cells as they lie") {
    const Image picture = dead_leaves(160, 128, 3, 3);
    const HalfSizeResult worth = worth_of(picture);
    std::size_t pixels = 0;
    for (const PixelRect& cell : held_out_cells(160, 128, 160))
        pixels += std::size_t(cell.width) * std::size_t(cell.height);
    CHECK(worth.pixels >= pixels / 2);
    CHECK(worth.pixels <= pixels);
}
