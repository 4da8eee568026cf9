#include "engine/export/page_moment.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/export/range_encoder.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/parameters.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>

namespace redraw {
namespace {

// Half powers of two. Measured: of a grid's finest tables steps of 2^-6 draw about 0.8/255 beside
// the run's own drawing.
constexpr int kCoarsest = -16, kFinest = 44, kUsual = 12;
constexpr int kSmallTable = 2;    // of tables that many pixels share, so much finer
constexpr int kLayerPlaces = 20;  // of layers, below their largest number, at the usual fineness
constexpr int kFixedPlaces = 40;  // of what is not trained, and sent once
constexpr int kSmallest = -240;
// What is nearer to the moment after it than this share of a step stays as it is there.
constexpr double kStays = 0.65;
constexpr std::int32_t kMostLevel = 1 << 28;

std::vector<int> steps_at(int fineness, std::span<const PageTensor> tensors,
                          std::span<const float> parameters) {
    std::size_t largest_table = 0;
    for (const PageTensor& part : tensors)
        if (part.table) largest_table = std::max(largest_table, part.tensor.count());
    std::vector<int> steps;
    for (const PageTensor& part : tensors) {
        const auto largest = std::bit_cast<float>(largest_bits(part.tensor.of(parameters)));
        const int size = largest > 0 ? 2 * std::ilogb(largest) : 0;
        int step = size - kLayerPlaces - (fineness - kUsual);
        if (!part.trained) step = size - kFixedPlaces;
        if (part.table)
            step = -fineness - (part.tensor.count() < largest_table / 4 ? kSmallTable : 0);
        // No finer than the numbers are.
        steps.push_back(std::max({step, size - kFixedPlaces, kSmallest}));
    }
    return steps;
}

std::int32_t level_of(double difference) {
    const double size = std::floor(std::abs(difference) + (1 - kStays));
    const auto level = std::int32_t(std::min(size, double(kMostLevel)));
    return difference < 0 ? -level : level;
}

struct Levels {
    std::vector<std::int32_t> levels;
    std::vector<float> values;
};

Levels levels_at(std::span<const int> steps, std::span<const PageTensor> tensors,
                 std::span<const float> parameters, std::span<const float> after) {
    Levels found{std::vector<std::int32_t>(parameters.size()),
                 std::vector<float>(parameters.size())};
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        const double step = page_step(steps[t]);
        for (std::size_t k = tensors[t].tensor.first; k < tensors[t].tensor.end(); ++k) {
            const double base = after[k];
            found.levels[k] = level_of((double(parameters[k]) - base) / step);
            found.values[k] = float(base + found.levels[k] * step);
        }
    }
    return found;
}

// How much there is beside a number: to the left, above, and before it at the same place.
void encode(RangeEncoder& encoder, NumberModel& model, const PageTensor& part,
            std::span<const std::int32_t> levels) {
    const auto width = std::size_t(part.columns) * std::size_t(part.features);
    const auto features = std::size_t(part.features);
    std::size_t k = 0;
    for (int row = 0; row < part.rows; ++row)
        for (std::size_t at = 0; at < width; ++at, ++k) {
            const auto size = [&](std::size_t back) {
                return std::min(std::abs(levels[k - back]), 2);
            };
            int context = 0;
            if (at >= features) context += size(features);
            if (row > 0) context += size(width);
            if (row > 0 && at >= features) context += size(width + features);
            if (at % features > 0) context += 2 * size(1);
            model.encode(encoder, std::min(context, NumberModel::kContexts - 1), levels[k]);
        }
}

std::vector<std::byte> pack(std::span<const PageTensor> tensors,
                            std::span<const std::int32_t> levels) {
    constexpr std::size_t kOwnModel = 2048;  // numbers; fewer are too few to learn from
    RangeEncoder encoder;
    NumberModel shared;
    for (const PageTensor& part : tensors) {
        NumberModel own;
        const bool large = part.tensor.count() >= kOwnModel;
        encode(encoder, large ? own : shared, part,
               levels.subspan(part.tensor.first, part.tensor.count()));
    }
    return encoder.finish();
}

}  // namespace

std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels) {
    const std::vector<GridLevel> levels = grid_levels(network);
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    std::vector<PageTensor> parts;
    for (Tensor& tensor : tensors_of(network, channels)) {
        PageTensor part{.tensor = std::move(tensor)};
        const std::size_t i = parts.size();
        if (i < levels.size()) {
            const GridLevel& level = levels[i];
            part.rows = level.hashed ? 1 : level.rows.count + 1;
            part.columns = level.hashed ? int(level.entries) : level.columns.count + 1;
            part.features = network.grid.features;
            part.table = true;
        } else {
            part.trained = layers[(i - levels.size()) / 2].trained;
            part.columns = part.tensor.shape.back();
            if (part.tensor.shape.size() > 1) part.rows = part.tensor.shape.front();
        }
        REDRAW_CHECK(
            std::size_t(part.rows) * std::size_t(part.columns) * std::size_t(part.features) ==
                part.tensor.count(),
            "a tensor is its rows");
        parts.push_back(std::move(part));
    }
    return parts;
}

float page_step(int half_powers) {
    const int whole = half_powers >> 1;
    return std::ldexp(half_powers & 1 ? float(std::numbers::sqrt2) : 1.0f, whole);
}

PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after,
                            const std::function<double(std::span<const float>)>& error_of,
                            double most) {
    // The coarsest that will do: the error grows with the step.
    int low = kCoarsest, high = kFinest;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const auto steps = steps_at(middle, tensors, parameters);
        if (error_of(levels_at(steps, tensors, parameters, after).values) <= most)
            high = middle;
        else
            low = middle + 1;
    }
    PageMoment moment{.steps = steps_at(low, tensors, parameters), .bytes = {}, .values = {}};
    Levels found = levels_at(moment.steps, tensors, parameters, after);
    moment.bytes = pack(tensors, found.levels);
    moment.values = std::move(found.values);
    return moment;
}

}  // namespace redraw
