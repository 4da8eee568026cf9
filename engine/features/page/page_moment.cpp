#include "engine/features/page/page.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/random.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <numbers>
#include <numeric>

namespace redraw {
namespace {

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

// Packs levels for engine/features/page/scripts/decode.js: each as four bits (twice its size, less
// one if it is negative), two in a byte, the first one in the lower bits. 15 stands for a larger
// code, whose rest follows behind all of them, seven bits in a byte from the lowest on, the eighth
// bit set but in the last byte. Then raw deflate, which packs such nibbles about as well as an
// adaptive coder.
std::vector<std::byte> pack(std::span<const std::int32_t> levels) {
    constexpr std::uint32_t kMore = 15;
    std::vector<std::uint8_t> codes((levels.size() + 1) / 2), more;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::uint32_t twice = std::uint32_t(levels[i]) << 1,
                            code = levels[i] < 0 ? ~twice : twice;
        codes[i / 2] |= std::uint8_t(std::min(code, kMore) << 4 * (i % 2));
        if (code < kMore) continue;
        std::uint32_t rest = code - kMore;
        for (; rest > 127; rest >>= 7) more.push_back(std::uint8_t(rest | 128));
        more.push_back(std::uint8_t(rest));
    }
    codes.insert(codes.end(), more.begin(), more.end());

    z_stream stream{};
    constexpr int kRaw = -MAX_WBITS, kMemory = 8;  // the filtered strategy packs the least bytes
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRaw, kMemory, Z_FILTERED) != Z_OK)
        throw std::bad_alloc();
    std::vector<std::byte> packed;
    try {
        packed.resize(deflateBound(&stream, uLong(codes.size())));
    } catch (...) {
        deflateEnd(&stream);
        throw;
    }
    stream.next_in = codes.data();
    stream.avail_in = uInt(codes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    const int done = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    REDRAW_CHECK(done == Z_STREAM_END, "deflateBound() is enough");
    return packed;
}

}  // namespace

std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels) {
    const std::size_t tables = grid_levels(network).size();
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    std::vector<PageTensor> parts;
    for (Tensor& tensor : tensors_of(network, channels)) {
        const std::size_t i = parts.size();
        parts.push_back({std::move(tensor), i < tables || layers[(i - tables) / 2].trained});
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
    moment.bytes = pack(found.levels);
    moment.values = std::move(found.values);
    return moment;
}

}  // namespace redraw
