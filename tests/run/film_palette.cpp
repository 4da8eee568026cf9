// The colours of a GIF.
#include "engine/film/gif_canvas.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

using namespace redraw;

TEST_CASE("median cut: few colours come back exactly, many come close") {
    std::vector<std::uint8_t> few;
    for (int i = 0; i < 100; ++i) {
        for (const int level : {i % 3 * 100, 255 - i % 3 * 50, 20})
            few.push_back(std::uint8_t(level));
    }
    const auto palette = median_cut(few, 255);
    CHECK(std::set<Rgb>(palette.begin(), palette.end()) ==
          std::set<Rgb>{{0, 255, 20}, {100, 205, 20}, {200, 155, 20}});
    std::mt19937 random(5);
    std::vector<std::uint8_t> many(30'000);
    for (auto& level : many) level = std::uint8_t(random());
    const std::vector<Rgb> chosen = median_cut(many, 255);
    CHECK(chosen.size() == 255);
    NearestColour nearest(chosen);
    double squares = 0;
    for (std::size_t i = 0; i < many.size(); i += 3) {
        const Rgb colour{many[i], many[i + 1], many[i + 2]};
        const Rgb found = chosen[nearest(colour)];
        for (std::size_t c = 0; c < 3; ++c) squares += std::pow(int(colour[c]) - int(found[c]), 2);
    }
    CHECK(std::sqrt(squares / double(many.size())) < 20);  // of 255, with 6 cells a channel
}

TEST_CASE("the nearest colour is the nearest of all") {
    std::mt19937 random(6);
    const auto any = [&] { return std::uint8_t(random()); };
    for (const std::size_t size : {1u, 2u, 7u, 255u}) {
        std::vector<Rgb> palette(size);
        for (Rgb& colour : palette) colour = {any(), any(), any()};
        if (size > 2) palette[1] = {palette[0][0], palette[0][1], std::uint8_t(palette[0][2] ^ 1)};
        NearestColour nearest(palette);
        const auto distance = [](const Rgb& a, const Rgb& b) {
            int sum = 0;
            for (std::size_t c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
            return sum;
        };
        for (const Rgb& colour : palette) CHECK(palette[nearest(colour)] == colour);
        for (int i = 0; i < 2000; ++i) {
            const Rgb colour{any(), any(), any()};
            int best = 3 * 255 * 255;
            for (const Rgb& other : palette) best = std::min(best, distance(colour, other));
            CHECK(distance(colour, palette[nearest(colour)]) == best);
        }
    }
}

TEST_CASE("a GIF of few colours has exactly these") {
    const float levels[4][3] = {{128, 200, 90}, {129, 200, 90}, {126, 199, 91}, {250, 251, 252}};
    Image frame = make_image(16, 8, 3);
    for (std::size_t i = 0; i < frame.values.size(); ++i)
        frame.values[i] = levels[i / 3 / 4 % 4][i % 3] / 255;
    Image later = frame;
    std::rotate(later.values.begin(), later.values.begin() + 12, later.values.end());
    GifCanvas canvas(true, {16, 8});
    const Image samples[] = {frame, later};
    canvas.choose_palette(samples);
    std::vector<std::uint8_t> numbers(16);
    for (const Image& drawing : samples) {
        canvas.draw(drawing);
        REQUIRE(canvas.changed());
        for (int y = 0; y < 8; ++y) {
            canvas.read_row({0, 0, 16, 8}, y, numbers);
            for (std::size_t x = 0; x < 16; ++x)
                for (std::size_t c = 0; c < 3; ++c)
                    CHECK(float(canvas.palette()[numbers[x]][c]) / 255 ==
                          drawing.row(y)[x * 3 + c]);
        }
    }
}
