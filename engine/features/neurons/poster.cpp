#include "engine/features/neurons/poster.h"

#include "engine/arithmetic.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/features/neurons/neuron_colours.h"
#include "engine/features/neurons/neuron_drawing.h"
#include "engine/text/numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace redraw {
namespace {

constexpr float kPosterGround[] = {18 / 255.0f, 20 / 255.0f, 25 / 255.0f};  // background colour
constexpr double kPosterGap = 0.001, kPosterMargin = 0.03;  // shares of the longer side
constexpr int kLayerGap = 4;                                // distance between layers, in gaps
constexpr double kPosterShape = 1.41;  // height divided by width, as of a sheet of paper
constexpr double kFlattest = 0.1;      // least wanted rows of neurons divided by columns
constexpr double kPartWork = 1e8;      // multiplications per part, about

// Chooses how many neurons stand in a row, so that the poster's shape comes close to kPosterShape
// and the rows of the widest layer are about full.
int columns_of(const std::vector<int>& layers, const Grid& picture) {
    const int widest = std::ranges::max(layers);
    const double shape = kPosterShape * picture.width / picture.height - 1;  // rows per column
    const double neurons = std::accumulate(layers.begin(), layers.end(), 0);
    const double wanted = std::sqrt(neurons / std::max(shape, kFlattest));
    return divide_up(widest, std::max(1, int(std::lround(widest / wanted))));
}

struct Poster {
    Backend& backend;
    Grid picture;
    std::vector<float> parameters;
    std::vector<int> layers;
    PosterLayout layout;
    std::shared_ptr<const NeuronForward> forward;
    std::vector<AnswerScale> scales;  // one per hidden layer

    // Draws one pixel row of `count` neighbouring neurons' pictures, from `out` on.
    void draw_neurons(NeuronIndex first, int count, int row, float* out) const {
        Grid grid = resized(picture, layout.tile.width, layout.tile.height);
        grid.top = grid.bottom = grid.y(row);  // samples this row alone
        grid.height = 1;
        NeuronDrawing drawing(forward, grid, first, count);
        while (!drawing.advance()) continue;
        const AnswerScale& scale = scales[std::size_t(first.layer)];
        const float* answer = drawing.pictures()[0].row(0);
        for (int x = 0; x < grid.width; ++x)
            for (int n = 0; n < count; ++n, ++answer) {
                float* pixel = out + 3 * (n * (grid.width + layout.gap) + x);
                for (const int level :
                     neuron_colour((*answer - scale.low) / (scale.high - scale.low)))
                    *pixel++ = float(level) / 255;
            }
    }

    Image rows(int first, int count) const {
        const PixelRect& drawing = layout.drawing;
        const int columns = layout.columns, each = layout.tile.height + layout.gap;
        Image band = make_image(layout.size.width, count, 3);
        for (std::size_t i = 0; i < band.values.size(); ++i) band.values[i] = kPosterGround[i % 3];
        const auto pixel = [&](int y) { return band.row(y - first) + 3 * drawing.x; };
        for (int layer = 0; layer < int(layers.size()); ++layer) {
            const int top = layout.tops[std::size_t(layer)], all = layers[std::size_t(layer)];
            const int end = std::min(first + count, top + divide_up(all, columns) * each);
            for (int y = std::max(first, top); y < end; ++y) {
                const int begin = (y - top) / each * columns, row = (y - top) % each;
                if (row < layout.tile.height)
                    draw_neurons({layer, begin}, std::min(columns, all - begin), row, pixel(y));
            }
        }
        const int begin = std::max(first, drawing.y);
        const int end = std::min(first + count, drawing.y + drawing.height);
        if (begin >= end) return band;
        const Image drawn = in_channels(draw_rows(backend, picture, {drawing.width, drawing.height},
                                                  begin - drawing.y, end - begin, parameters),
                                        3);
        for (int y = begin; y < end; ++y)
            std::copy_n(drawn.row(y - begin), 3 * drawn.width, pixel(y));
        return band;
    }
};

}  // namespace

PixelRect PosterLayout::place(NeuronIndex index) const {
    const int column = index.neuron % columns, row = index.neuron / columns;
    return {drawing.x + column * (tile.width + gap),
            tops[std::size_t(index.layer)] + row * (tile.height + gap), tile.width, tile.height};
}

PosterLayout lay_out_poster(const std::vector<int>& layers, const Grid& picture, int longer_side) {
    PosterLayout layout;
    const int columns = layout.columns = columns_of(layers, picture);
    const int gap = layout.gap = std::max(1, int(std::lround(kPosterGap * longer_side)));
    const int room = longer_side - 2 * int(kPosterMargin * longer_side);
    const auto height_of = [&](int width) {
        return std::max(1, int(std::lround(double(width) * picture.height / picture.width)));
    };
    for (int side = room / columns; side > 0; --side) {  // finds the largest that fits
        const int tile_height = height_of(side), width = columns * (side + gap) - gap;
        int height = 0;
        layout.tops.clear();
        for (const int neurons : layers) {
            layout.tops.push_back(height);
            height += divide_up(neurons, columns) * (tile_height + gap) + (kLayerGap - 1) * gap;
        }
        const int end = height + height_of(width);
        if (std::max(width, end) > room) continue;
        const int margin = longer_side - room;
        layout.size = width > end ? PixelSize{longer_side, end + margin}
                                  : PixelSize{width + margin, longer_side};
        layout.tile = {side, tile_height};
        const int left = (layout.size.width - width) / 2, top = (layout.size.height - end) / 2;
        layout.drawing = {left, top + height, width, end - height};
        for (int& each : layout.tops) each += top;
        return layout;
    }
    throw Error("Cannot make a poster: the neurons do not fit into " + thousands(longer_side) +
                " pixels.");
}

PictureExport poster_export(Backend& backend, const Grid& picture, const NetworkSpec& network,
                            int channels, const std::vector<float>& parameters, ExportSpec& spec) {
    if (network.encoding == Encoding::window)
        throw Error(
            "Cannot make a poster of an enlarging network: its neurons see a few pixels, not the "
            "whole picture.");
    const auto poster = std::make_shared<Poster>(
        Poster{backend,
               picture,
               parameters,
               network.layers,
               lay_out_poster(network.layers, picture, std::max(spec.size.width, spec.size.height)),
               std::make_shared<const NeuronForward>(network, channels, parameters),
               {}});
    for (const Image& answers : small_pictures(poster->forward, picture))
        poster->scales.push_back(answer_scale(network.activation, answers.values));
    const PosterLayout& layout = poster->layout;
    spec.size = layout.size;
    const int drawn =
        rows_per_part(backend, picture, {layout.drawing.width, layout.drawing.height});
    const double row = double(layout.tile.width) * poster->forward->work();
    return PictureExport(
        {.draw = [poster](const PixelRect& part) { return poster->rows(part.y, part.height); },
         .rows_each = int(std::clamp(kPartWork / row, 1.0, double(drawn))),
         .channels = 3},
        spec);
}

}  // namespace redraw
