#include "engine/export/page.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

namespace redraw {
namespace {

// Encodes predictable bits in few: an adaptive binary range coder (Martin 1979; carries as in
// LZMA). Its decoder in engine/export/page/decode.js must match bit for bit.
class RangeEncoder {
public:
    using Probability = std::uint16_t;  // probability of a 0 bit, in 1/2048
    static constexpr Probability kEven = 1024;

    // Encodes a bit and adapts its probability.
    void bit(Probability& of_zero, bool one) {
        constexpr int kPlaces = 11, kPace = 5;
        const std::uint32_t bound = (range_ >> kPlaces) * of_zero;
        if (one) {
            low_ += bound;
            range_ -= bound;
            of_zero = Probability(of_zero - (of_zero >> kPace));
        } else {
            range_ = bound;
            of_zero = Probability(of_zero + (((1 << kPlaces) - of_zero) >> kPace));
        }
        widen();
    }
    // Encodes a bit with probability one half.
    void plain_bit(bool one) {
        range_ >>= 1;
        if (one) low_ += range_;
        widen();
    }
    // Flushes and returns all bytes; nothing can be encoded afterwards.
    std::vector<std::byte> finish() {
        for (int i = 0; i < 5; ++i) shift();
        return std::move(bytes_);
    }

private:
    void widen() {
        while (range_ < 1u << 24) {
            range_ <<= 8;
            shift();
        }
    }
    // Outputs a byte, but holds back bytes that a carry can still change.
    void shift() {
        if (low_ < 0xFF000000 || low_ >> 32 != 0) {
            const auto carry = std::uint8_t(low_ >> 32);
            for (; waiting_ > 0; --waiting_, first_ = 0xFF)
                bytes_.push_back(std::byte(std::uint8_t(first_ + carry)));
            first_ = std::uint8_t(low_ >> 24);
        }
        ++waiting_;
        low_ = (low_ & 0x00FFFFFF) << 8;
    }

    std::uint64_t low_ = 0;
    std::uint32_t range_ = 0xFFFFFFFF;
    std::uint8_t first_ = 0;
    std::size_t waiting_ = 1;
    std::vector<std::byte> bytes_;
};

// Models the distribution of integers; encode()'s `context` grows with the neighbouring numbers.
class NumberModel {
public:
    static constexpr int kContexts = 15;

    NumberModel() {
        zero_.fill(RangeEncoder::kEven);
        for (auto& more : more_) more.fill(RangeEncoder::kEven);
    }
    // Encodes whether the number is 0, its sign, and its size: unary up to 14, then Elias gamma.
    void encode(RangeEncoder& encoder, int context, std::int32_t number) {
        const auto c = std::size_t(context);
        encoder.bit(zero_[c], number != 0);
        if (number == 0) return;
        encoder.plain_bit(number < 0);
        const std::uint32_t size = number < 0 ? 0u - std::uint32_t(number) : std::uint32_t(number);
        for (std::size_t i = 0; i < kSteps; ++i) {
            encoder.bit(more_[c][i], size - 1 > i);
            if (size - 1 <= i) return;
        }
        const std::uint32_t rest = size - kSteps;  // at least 1; Elias gamma code
        int places = 0;
        while (rest >> (places + 1) != 0) ++places;
        for (int i = 0; i < places; ++i) encoder.plain_bit(true);
        encoder.plain_bit(false);
        for (int i = places - 1; i >= 0; --i) encoder.plain_bit((rest >> i & 1) != 0);
    }

private:
    static constexpr std::size_t kSteps = 14;
    std::array<RangeEncoder::Probability, kContexts> zero_{};
    std::array<std::array<RangeEncoder::Probability, kSteps>, kContexts> more_{};
};

// Limits in half powers of two; kFinest: for the refinement in pack_page_moment().
constexpr int kFinest = 120;
constexpr int kTrial = 16;        // trial noise: 2^-8 of a tensor's largest number
constexpr int kFixedPlaces = 40;  // 2^-20 of that number: finest step, which untrained tensors use
constexpr int kSmallest = -240, kLargest = 200;
// A parameter stays unchanged if it differs from the following checkpoint's by less than this
// fraction of a quantisation step.
constexpr double kStays = 0.55;
constexpr std::int32_t kMostLevel = 1 << 28;
constexpr std::size_t kCoarsened = 3;  // maximum number of tensors coarsened per checkpoint

// Returns the largest even `magnitude` such that 2^(magnitude / 2) does not exceed the tensor's
// largest absolute value; 0 if all its values are 0.
int magnitude(const Tensor& tensor, std::span<const float> parameters) {
    const auto largest = std::bit_cast<float>(largest_bits(tensor.of(parameters)));
    return largest > 0 ? 2 * std::ilogb(largest) : 0;
}

std::vector<int> steps_at(int fineness, std::span<const PageTensor> tensors,
                          std::span<const float> parameters, std::span<const int> balanced) {
    std::vector<int> steps;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const int finest = magnitude(tensors[i].tensor, parameters) - kFixedPlaces;
        const int step = tensors[i].trained ? balanced[i] - fineness : finest;
        steps.push_back(std::clamp(std::max(step, finest), kSmallest, kLargest));
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
    std::vector<std::uint8_t> fresh;
};

// Estimates the bits needed to encode `levels`, to compare two ways; zeros count as none.
double cost(std::span<const std::int32_t> levels) {
    double bits = 0;
    for (const std::int32_t level : levels)
        if (level != 0) bits += 3 + 2 * std::log2(std::abs(double(level)));
    return bits;
}

Levels levels_at(std::span<const int> steps, std::span<const PageTensor> tensors,
                 std::span<const float> parameters, std::span<const float> after) {
    Levels found{std::vector<std::int32_t>(parameters.size()),
                 std::vector<float>(parameters.size()), std::vector<std::uint8_t>(tensors.size())};
    std::vector<std::int32_t> own;
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        const Tensor& tensor = tensors[t].tensor;
        const double step = page_step(steps[t]);
        const auto levels = std::span(found.levels).subspan(tensor.first, tensor.count());
        own.resize(levels.size());
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const double value = parameters[tensor.first + i];
            levels[i] = level_of((value - after[tensor.first + i]) / step);
            own[i] = level_of(value / step);
        }
        const bool fresh = cost(own) < cost(levels);
        found.fresh[t] = fresh;
        if (fresh) std::ranges::copy(own, levels.begin());
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const double base = fresh ? 0 : after[tensor.first + i];
            found.values[tensor.first + i] = float(base + levels[i] * step);
        }
    }
    return found;
}

// Encodes a tensor. The context of a number sums the sizes, each at most 2, of its neighbours:
// left, above, above left, and twice the preceding feature.
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
    constexpr std::size_t kOwnModel = 2048;  // smaller tensors share one model, for lack of data
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

// Minimises the bits for a given error. Rounding a tensor's n numbers to steps of d adds a squared
// error k d^2 to the render and saves n log2(d) bits; noise measures k. The optimum has the same k
// d^2 / n for all tensors.
std::vector<int> balanced_steps(std::span<const PageTensor> tensors,
                                std::span<const float> parameters, const DrawingError& error_of) {
    constexpr double kUnfelt = 1e-7;
    std::vector<int> steps;
    std::vector<float> trial(parameters.begin(), parameters.end());
    for (const PageTensor& part : tensors) {
        const Tensor& tensor = part.tensor;
        const int added = magnitude(tensor, parameters) - kTrial;
        const float step = page_step(added);
        for (std::size_t k = tensor.first; k < tensor.end(); ++k)
            trial[k] = parameters[k] + step * (random_unit(0, 0, k) - 0.5f);
        const double error = part.trained ? std::max(error_of(trial), kUnfelt) : 1;
        std::ranges::copy(tensor.of(parameters), trial.begin() + std::ptrdiff_t(tensor.first));
        steps.push_back(added +
                        int(std::lround(std::log2(double(tensor.count())) - 2 * std::log2(error))));
    }
    return steps;
}

PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after, std::span<const int> balanced,
                            const DrawingError& error_of, double most) {
    // Binary search for the coarsest steps within `most`: the error grows with the step.
    int low = 0, high = kFinest;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const auto steps = steps_at(middle, tensors, parameters, balanced);
        if (error_of(levels_at(steps, tensors, parameters, after).values) <= most)
            high = middle;
        else
            low = middle + 1;
    }
    // Uses the remaining error to coarsen the tensors with the most numbers.
    std::vector<int> steps = steps_at(low, tensors, parameters, balanced);
    std::vector<std::size_t> by_count(tensors.size());
    std::iota(by_count.begin(), by_count.end(), std::size_t(0));
    std::ranges::sort(by_count, std::greater{},
                      [&](std::size_t i) { return tensors[i].tensor.count(); });
    by_count.resize(std::min(by_count.size(), kCoarsened));
    for (const std::size_t i : by_count) {
        if (!tensors[i].trained) continue;
        ++steps[i];
        if (error_of(levels_at(steps, tensors, parameters, after).values) > most) --steps[i];
    }
    PageMoment moment{.steps = std::move(steps), .fresh = {}, .bytes = {}, .values = {}};
    Levels found = levels_at(moment.steps, tensors, parameters, after);
    moment.fresh = std::move(found.fresh);
    moment.bytes = pack(tensors, found.levels);
    moment.values = std::move(found.values);
    return moment;
}

}  // namespace redraw
