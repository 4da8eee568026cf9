// Pure functions of the neurons view: colours, texture atlases, tile layouts and warnings.
#include "tests/support/contrast.h"
#include "ui/actions/neurons.h"
#include "ui/centre/neuron_view.h"

#include <doctest/doctest.h>

#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("the colours' lightness strictly rises, and the ends differ from the middle") {
    double before = -1;
    for (int i = 0; i <= 64; ++i) {
        const double now = redraw_test::luminance(answer_colour(float(i) / 64));
        CHECK(now > before);
        before = now;
    }
    CHECK(answer_colour(-3) == answer_colour(0));
    CHECK(answer_colour(3) == answer_colour(1));
    CHECK(answer_colour(kNan) == IM_COL32_BLACK);
}

TEST_CASE("scales: fixed where answers are bounded, as far as the layer reaches where not") {
    using enum Activation;
    const std::vector<float> answers{-0.1f, 3, kNan, INFINITY};
    for (const auto& [activation, scale] : {std::pair{sine, AnswerScale{-1, 1, -1}},
                                            {Activation::tanh, {-1, 1, -1}},
                                            {sigmoid, {0, 1, 0}},
                                            {relu, {-3, 3, 0}},
                                            {gelu, {-3, 3, -3}}})
        CHECK(answer_scale(activation, answers) == scale);
    CHECK(answer_scale(relu, {}) == AnswerScale{-1, 1, 0});
}

TEST_CASE("one large is coloured as far as its own answers reach") {
    const std::vector<float> faint{-0.125f, 0.0625f, kNan}, flat{0, 1e-7f};
    CHECK(own_scale(Activation::tanh, faint) == AnswerScale{-0.125f, 0.125f, -0.125f});
    CHECK(own_scale(Activation::relu, faint) == AnswerScale{-0.125f, 0.125f, 0});
    CHECK(own_scale(Activation::sigmoid, {}).high == doctest::Approx(0.51));
    // The scale of a neuron has a smallest range, so that rounding noise is not amplified.
    CHECK(own_scale(Activation::sine, flat).high == doctest::Approx(0.01));
}

TEST_CASE("each neuron's picture lies at its place of the atlas") {
    const int neurons = 7;
    Image answers = make_image(3, 2, neurons);
    for (std::size_t i = 0; i < answers.values.size(); ++i)
        answers.values[i] = float(i) / float(answers.values.size());
    answers.values[5] = kNan;
    const AnswerScale scale{0, 1, 0};
    const NeuronAtlas atlas = neuron_atlas(neurons, 3, 2);
    CHECK(atlas.columns * atlas.rows >= neurons);
    const auto pixels = atlas_pixels(answers, scale);
    const int width = atlas.columns * 3, height = atlas.rows * 2;
    REQUIRE(pixels.size() == std::size_t(width * height * 4));
    for (int n = 0; n < neurons; ++n) {
        const auto place = atlas.place(n);
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 3; ++x) {
                // Texture coordinates run from the first pixel's centre to the last one's.
                const int column = int((place.x0 + (place.x1 - place.x0) * float(x) / 2) * width);
                const int row = int((place.y0 + (place.y1 - place.y0) * float(y)) * height);
                const auto* rgba = pixels.data() + (row * width + column) * 4;
                const float answer = answers.row(y)[x * neurons + n];
                const auto level =
                    std::isnan(answer) ? kNan : std::floor(answer * 255 + 0.5f) / 255;
                CHECK(IM_COL32(rgba[0], rgba[1], rgba[2], rgba[3]) == answer_colour(level));
            }
    }
    for (const int count : {1, 2, 1000, 1024}) {
        const NeuronAtlas many = neuron_atlas(count, 11, 8);
        CHECK(many.columns * many.rows >= count);
        CHECK(std::max(many.columns * 11, many.rows * 8) <= 1024);
    }
}

TEST_CASE("the list: as large as fits, found again under the mouse, each layer below the last") {
    for (const auto& layers :
         std::vector<std::vector<int>>{{1}, {4, 4}, {128, 128, 128, 128}, {1024, 3, 512}}) {
        const NeuronLayout layout = lay_out_neurons(layers, 900, 340, 1.5f, 1);
        CHECK(layout.tile_width >= 36);
        CHECK(layout.tile_width <= 112);
        float below = 0;
        for (int layer = 0; layer < int(layers.size()); ++layer) {
            const int last = layers[std::size_t(layer)] - 1;
            CHECK(layout.tile_y({layer, 0}) > below);
            below = layout.tile_y({layer, last}) + layout.tile_height;
            CHECK(below <= layout.height);
            for (const int neuron : {0, last / 2, last}) {
                const NeuronIndex index{layer, neuron};
                const float x = layout.tile_x(neuron), y = layout.tile_y(index);
                CHECK(x + layout.tile_width <= 900);
                CHECK(layout.at(x, y) == index);
                CHECK(layout.at(x + layout.tile_width - 1, y + layout.tile_height - 1) == index);
                CHECK(layout.at(x + layout.tile_width + 1, y) == index);
            }
        }
        CHECK_FALSE(layout.at(-1, 5));
        CHECK_FALSE(layout.at(5, layout.height + 200));
    }
    // Full rows of tiles: 32 neurons take two rows of 16, not rows of 17 and 15.
    CHECK(lay_out_neurons({32, 32, 32}, 918, 349, 4 / 3.0f, 1).columns == 16);
    CHECK(lay_out_neurons({4, 4}, 900, 340, 1, 1).height <= 340);
    CHECK(lay_out_neurons({4}, 960, 340, 1, 2).tile_width == 224);
}

TEST_CASE("a sentence only where something is wrong") {
    const auto say = [](Activation activation, std::vector<float> answers) {
        return verdict(activation, facts_of(activation, answers));
    };
    CHECK(say(Activation::relu, {0, 0, 0}).starts_with("Dead"));
    CHECK(say(Activation::relu, {0, 0, 1}).empty());
    CHECK(say(Activation::tanh, {0.5f, 0.5f}).starts_with("Constant"));
    CHECK(say(Activation::gelu, {-0.17f, 2}).empty());
    std::vector<float> ends(100, 1);
    ends[0] = -1;
    ends[1] = 0;
    CHECK(say(Activation::tanh, ends) ==
          "Saturated here: 99 % of its outputs are at the ends of its range.");
    CHECK(say(Activation::sine, ends).empty());  // sine does not saturate
    CHECK(say(Activation::sigmoid, {0, 0.001f, 1, 0.999f}).starts_with("Saturated"));
    CHECK(say(Activation::sine, {0.1f, kNan}).find("diverged") != std::string::npos);
    CHECK(say(Activation::sine, {kNan}).find("diverged") != std::string::npos);
}

TEST_CASE("facts of every n-th value, and numbers in words") {
    const std::vector<float> answers{1, -5, 3, -5, 5, -5};
    const NeuronFacts facts = facts_of(Activation::relu, answers, 2);
    CHECK(facts.least == 1);
    CHECK(facts.most == 5);
    CHECK(facts.mean == 3);
    for (const auto& [value, text] :
         {std::pair{-0.25, "−0.250"}, {-0.0001, "0.000"}, {12.34, "12.3"}, {1234.5, "1234"}})
        CHECK(answer_text(value) == text);
}
