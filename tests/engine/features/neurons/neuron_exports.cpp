// Tests the film that sums the neurons one by one, and the poster of all neurons.
#include "engine/drawing/caption.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/features/neurons/neuron_colours.h"
#include "engine/features/neurons/neuron_film.h"
#include "engine/features/neurons/neuron_sum.h"
#include "engine/features/neurons/poster.h"
#include "engine/image/picture.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/picture_samples.h"

#include <fmt/format.h>

#include <memory>

using namespace redraw;
using namespace redraw::test;

namespace {

struct SeenNetwork {
    std::shared_ptr<const Dataset> dataset;
    NetworkSpec network;
    int channels;
    std::vector<float> parameters;
    std::unique_ptr<Backend> backend;

    SeenNetwork(Activation activation, std::vector<int> layers, Encoding encoding, int colours)
        : dataset(redraw_test::noise_picture(24, 16, colours)), channels(colours) {
        network.layers = std::move(layers);
        network.activation = activation;
        network = redraw_test::encoded(network, encoding);
        parameters = redraw_test::random_parameters(network, channels);
        backend = redraw_test::backend_of(InstructionSet::scalar, network, {}, channels, dataset);
    }
    std::shared_ptr<const NeuronForward> forward() const {
        return std::make_shared<const NeuronForward>(network, channels, parameters);
    }
};

// Compares two RGB pixels of 8 bits a channel.
bool same_pixel(const float* a, const float* b) {
    return std::equal(a, a + 3, b, [](float x, float y) { return std::abs(x - y) < 1e-4f; });
}

}  // namespace

TEST_CASE("the film of the sum begins with none and ends with all, each number once") {
    const TemporaryFolder folder;
    SeenNetwork seen(Activation::tanh, {5, 7}, Encoding::none, 3);
    FilmSpec spec{.path = folder / "sum", .size = {48, 32}, .frames_per_second = 10, .seconds = 8};
    spec.pace = Pace::steps;
    spec.hold = 0;
    const auto target = std::make_shared<const Image>(seen.dataset->target);
    const auto film =
        neuron_film(*seen.backend, seen.dataset->grid, target, seen.network, seen.parameters, spec);
    while (!film->advance()) continue;
    const auto order = loudest_first(seen.forward(), seen.dataset->grid);
    std::vector<Image> drawings;
    for (int count = 0; count <= 7; ++count) {
        std::vector<float> kept = seen.parameters;
        apply(adding_up(seen.network, order, count), seen.network, 3, kept);
        drawings.push_back(draw_rows(*seen.backend, seen.dataset->grid, spec.size, 0, 32, kept));
    }
    std::size_t shown = 0;
    for (int i = 1; i <= 80; ++i) {
        const Image frame = load_picture(spec.path / fmt::format("frame-{:04}.png", i)).image;
        const auto shows = [&](const Image& drawing) {
            for (std::size_t v = 0; v < drawing.values.size(); ++v)
                if (std::abs(std::clamp(drawing.values[v], 0.0f, 1.0f) - frame.values[v]) > 0.003f)
                    return false;
            return true;
        };
        if (shown + 1 < drawings.size() && !shows(drawings[shown])) ++shown;
        CHECK(shows(drawings[shown]));
    }
    CHECK(shown == 7);
    CHECK(caption_text(17, 64) == "17 of 64 neurons");
}

TEST_CASE("a poster holds each neuron's picture at its place, the drawing, and nothing else") {
    const TemporaryFolder folder;
    for (const auto& [activation, encoding, colours] :
         {std::tuple{Activation::sine, Encoding::none, 3},
          {Activation::relu, Encoding::fourier, 1},
          {Activation::gelu, Encoding::grid, 4},
          {Activation::sigmoid, Encoding::none, 1}}) {
        SeenNetwork seen(activation, {6, 9, 2}, encoding, colours);
        const Grid& picture = seen.dataset->grid;
        ExportSpec spec{.path = folder / "poster.png", .size = {300, 300}, .encoding = {}};
        PictureExport job = poster_export(*seen.backend, picture, seen.network, seen.channels,
                                          seen.parameters, spec);
        while (!job.advance()) continue;
        const Image poster = load_picture(spec.path).image;
        const PosterLayout layout = lay_out_poster(seen.network.layers, picture, 300);
        CHECK(spec.size == layout.size);
        CHECK(std::max(poster.width, poster.height) == 300);
        Image expected = make_image(poster.width, poster.height, 3);
        for (std::size_t i = 0; i < expected.values.size(); ++i)
            expected.values[i] = float(std::array{18, 20, 25}[i % 3]) / 255;
        const Grid tile = resized(picture, layout.tile.width, layout.tile.height);
        const auto all = small_pictures(seen.forward(), picture);
        for (int layer = 0; layer < 3; ++layer)
            for (int n = 0; n < seen.network.layers[std::size_t(layer)]; ++n) {
                NeuronDrawing drawing(seen.forward(), tile, NeuronIndex{layer, n});
                while (!drawing.advance()) continue;
                const Image& answers = drawing.pictures()[0];
                const AnswerScale scale = answer_scale(activation, all[std::size_t(layer)].values);
                const PixelRect place = layout.place({layer, n});
                for (int y = 0; y < tile.height; ++y)
                    for (int x = 0; x < tile.width; ++x) {
                        const auto colour = neuron_colour((answers.row(y)[x] - scale.low) /
                                                          (scale.high - scale.low));
                        for (std::size_t c = 0; c < 3; ++c)
                            expected.row(place.y + y)[std::size_t(3 * (place.x + x)) + c] =
                                float(colour[c]) / 255;
                    }
            }
        const PixelRect& at = layout.drawing;
        const Image drawn = in_channels(
            draw_rows(*seen.backend, picture, {at.width, at.height}, 0, at.height, seen.parameters),
            3);
        int wrong = 0;
        for (int y = 0; y < poster.height; ++y)
            for (int x = 0; x < poster.width; ++x) {
                const bool inside =
                    x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height;
                const float* pixel = poster.row(y) + 3 * x;
                if (!inside) {
                    wrong += !same_pixel(pixel, expected.row(y) + 3 * x);
                    continue;
                }
                for (int c = 0; c < 3; ++c)
                    wrong += std::abs(pixel[c] - drawn.row(y - at.y)[3 * (x - at.x) + c]) > 0.0021f;
            }
        CHECK(wrong == 0);
    }
}

TEST_CASE("posters of many shapes fit, and what cannot be one is refused") {
    for (const auto& layers :
         std::vector<std::vector<int>>{{1}, {64, 64, 64}, {128, 128, 128, 128}, {3, 500, 1}, {37}})
        for (const PixelSize size : {PixelSize{300, 200}, {90, 400}, {50, 50}, {1000, 10}})
            for (const int side : {1000, 4096, 16384}) {
                const Grid picture = picture_grid(size.width, size.height);
                const PosterLayout layout = lay_out_poster(layers, picture, side);
                CHECK(std::max(layout.size.width, layout.size.height) == side);
                const PixelRect& drawing = layout.drawing;
                CHECK(drawing.x > 0);
                CHECK(drawing.x + drawing.width < layout.size.width);
                CHECK(drawing.y + drawing.height < layout.size.height);
                CHECK(layout.place({0, 0}).y > 0);
                const int last = int(layers.size()) - 1;
                const PixelRect end = layout.place({last, layers[std::size_t(last)] - 1});
                CHECK(end.y + end.height < drawing.y);
                CHECK(end.x + end.width <= drawing.x + drawing.width);
            }
    CHECK_THROWS_WITH_AS(lay_out_poster({4096, 4096}, picture_grid(4, 4), 50),
                         doctest::Contains("do not fit"), Error);
    SeenNetwork seen(Activation::sine, {4}, Encoding::none, 1);
    NetworkSpec window = seen.network;
    window.encoding = Encoding::window;
    ExportSpec spec{.path = "no.png", .size = {300, 300}, .encoding = {}};
    CHECK_THROWS_WITH_AS(
        poster_export(*seen.backend, seen.dataset->grid, window, 1, seen.parameters, spec),
        doctest::Contains("Cannot make a poster"), Error);
}
