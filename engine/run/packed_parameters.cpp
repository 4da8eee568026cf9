#include "engine/run/packed_parameters.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/evaluate.h"
#include "engine/network/random.h"

#include <zstd.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace redraw {
namespace {

constexpr int kMeasuredPoints = 256;
// Limits of a render's error from rounding: the share kMostOfError of the squared error at the
// known PSNR, and kMostRms (root mean square). Without a PSNR: kUsualRms. The largest difference
// may be kPeak times the root mean square.
constexpr double kMostOfError = 0.01, kMostRms = 0.5 / 255, kUsualRms = 0.1 / 255, kPeak = 4;
constexpr int kMostBits = 24;  // bits of a level, without its sign

// Quantization step of a tensor, in binary places. kTablePlaces, kSmallTablePlaces (small grid
// tables): places after the point. kLayerBits (layers): places below the largest parameter.
// `fineness` (first kUsual, at most kFinest) adds places; each halves the step. Large tables hold
// nearly all parameters and tolerate coarse steps best: the finest grid level contributes least to
// a pixel's error.
constexpr int kFinest = 9, kUsual = 2;
constexpr int kTablePlaces = 5, kSmallTablePlaces = 7, kLayerBits = 13;

// Returns the largest exponent with 2^exponent <= the largest absolute value; for zeros the least.
int magnitude(std::span<const float> values) {
    const auto largest = std::bit_cast<float>(largest_bits(values));
    return largest > 0 ? std::ilogb(largest) : kLeastExponent;
}

std::vector<std::int8_t> exponents_at(int fineness, std::span<const Tensor> tensors,
                                      std::size_t tables, std::span<const int> magnitudes) {
    std::size_t largest_table = 0;
    for (std::size_t i = 0; i < tables; ++i)
        largest_table = std::max(largest_table, tensors[i].count());
    std::vector<std::int8_t> exponents;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const int size = magnitudes[i];
        const bool small = tensors[i].count() < largest_table / 4;
        const int wanted = i < tables ? -(small ? kSmallTablePlaces : kTablePlaces) - fineness
                                      : size - kLayerBits - fineness;
        exponents.push_back(std::int8_t(
            std::clamp(std::max(wanted, size + 1 - kMostBits), kLeastExponent, kMostExponent)));
    }
    return exponents;
}

// Rounds to the nearest integer, ties to even, by adding and subtracting a constant. Same result
// as lrint() without a call per value. Range: 2^51 as a double, 2^22 as a float.
template <class Real>
std::int32_t nearest(Real value) {
    constexpr Real kWhole =
        Real(1.5) * (std::int64_t(1) << (std::numeric_limits<Real>::digits - 1));
    return std::int32_t(value + kWhole - kWhole);
}

constexpr std::size_t kPiece = 1 << 14;  // parameters rounded, or levels packed, at a time
constexpr int kShortBits = 14;           // at most, of a level in 16 bits, without its sign

// `tables`: number of leading tensors that are grid tables.
RoundedParameters rounded_at(std::vector<std::int8_t> exponents, std::span<const Tensor> tensors,
                             std::size_t tables, std::span<const int> magnitudes,
                             std::span<const float> parameters, const InParallel& in_parallel) {
    std::size_t in_16_bits = tables == 0 ? 0 : tensors[tables - 1].end();
    for (std::size_t i = 0; i < tables; ++i)
        if (magnitudes[i] + 1 - exponents[i] > kShortBits) in_16_bits = 0;
    RoundedParameters rounded{std::move(exponents), std::vector<std::int16_t>(in_16_bits),
                              std::vector<std::int32_t>(parameters.size() - in_16_bits)};
    in_parallel(int(divide_up(parameters.size(), kPiece)), [&](int piece) {
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const std::size_t begin = std::max(std::size_t(piece) * kPiece, tensors[i].first);
            const std::size_t end = std::min(std::size_t(piece + 1) * kPiece, tensors[i].end());
            const auto round = [&](auto& levels, std::size_t first, auto steps) {
                for (std::size_t k = begin; k < end; ++k)
                    levels[k - first] = nearest(parameters[k] * steps);
            };
            if (tensors[i].end() <= in_16_bits)
                round(rounded.table_levels, 0, std::ldexp(1.0f, -rounded.exponents[i]));
            else
                round(rounded.levels, in_16_bits, std::ldexp(1.0, -rounded.exponents[i]));
        }
    });
    return rounded;
}

// Rounds only the parameters with the indices `places` (ascending), with the same result as
// values_of(rounded_at()).
void round_at(std::span<const std::size_t> places, std::span<const std::int8_t> exponents,
              std::span<const Tensor> tensors, std::span<const float> parameters,
              std::vector<float>& rounded) {
    auto place = places.begin();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const double steps = std::ldexp(1.0, -exponents[i]);
        const float step = std::ldexp(1.0f, exponents[i]);
        for (; place != places.end() && *place < tensors[i].end(); ++place)
            rounded[*place] = float(nearest(double(parameters[*place]) * steps)) * step;
    }
}

// Returns the difference of two renders, relative to the allowed difference: at most 1 if it is
// allowed. `mean_square`: the allowed mean squared difference.
double share_of_allowed(std::span<const float> a, std::span<const float> b, double mean_square) {
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d =
            double(std::clamp(a[i], 0.0f, 1.0f)) - double(std::clamp(b[i], 0.0f, 1.0f));
        sum += d * d;
        largest = std::max(largest, d * d);
    }
    return std::max(sum / double(a.size()) / mean_square, largest / (kPeak * kPeak * mean_square));
}

constexpr int kCompression = 1;     // higher levels are slower and pack no better
constexpr std::size_t kPlanes = 4;  // bytes of a level
constexpr std::int32_t kMostLevel = 1 << 26;
constexpr auto kExact = std::byte{0}, kRounded = std::byte{1};

// Copies the levels from the `from`-th on.
void copy_levels(const RoundedParameters& rounded, std::size_t from, std::span<std::int32_t> to) {
    const std::size_t tables = rounded.table_levels.size();
    const std::size_t split = std::clamp(tables, from, from + to.size()) - from;
    std::copy_n(rounded.table_levels.data() + std::min(from, tables), split, to.data());
    std::copy_n(rounded.levels.data() + (std::max(from, tables) - tables), to.size() - split,
                to.data() + split);
}

// Predicts the levels from the `from`-th on: the levels of `base`, scaled to the quantization steps
// of `rounded`; zeros if `base` is null. What the prediction loses by rounding ends up in the
// stored difference.
void predict(const RoundedParameters& rounded, std::span<const Tensor> tensors,
             const RoundedParameters* base, std::size_t from, std::span<std::int32_t> to) {
    std::ranges::fill(to, 0);
    if (base != nullptr) copy_levels(*base, from, to);
    for (std::size_t i = 0; base != nullptr && i < rounded.exponents.size(); ++i) {
        const int shift = std::clamp(base->exponents[i] - rounded.exponents[i], -31, 31);
        const std::size_t begin = std::clamp(tensors[i].first, from, from + to.size());
        const std::size_t end = std::clamp(tensors[i].end(), from, from + to.size());
        for (std::int32_t& level : to.subspan(begin - from, end - begin))
            level = shift >= 0 ? std::int32_t(std::uint32_t(level) << shift) : level >> -shift;
    }
}

bool is_of_one_kind(const RoundedParameters& a, const RoundedParameters* b) {
    return b != nullptr && a.exponents.empty() == b->exponents.empty();
}

// Maps small differences of either sign to small unsigned numbers; from_zigzag() maps back.
std::uint32_t zigzag(std::uint32_t difference) {
    return difference << 1 ^ (difference >> 31 ? ~0u : 0u);
}
std::uint32_t from_zigzag(std::uint32_t number) {
    return number >> 1 ^ (number & 1 ? ~0u : 0u);
}

}  // namespace

std::vector<float> values_of(const RoundedParameters& rounded, std::span<const Tensor> tensors) {
    std::vector<float> values(rounded.count());
    if (rounded.exponents.empty()) {
        std::memcpy(values.data(), rounded.levels.data(), values.size() * sizeof(float));
        return values;
    }
    std::vector<std::int32_t> levels(kPiece);
    for (const Tensor& tensor : tensors) {
        const float step = std::ldexp(1.0f, rounded.exponents[std::size_t(&tensor - &tensors[0])]);
        for (std::size_t k = tensor.first; k < tensor.end(); k += kPiece) {
            const auto piece = std::span(levels).first(std::min(kPiece, tensor.end() - k));
            copy_levels(rounded, k, piece);
            std::ranges::transform(piece, values.data() + k,
                                   [=](std::int32_t level) { return float(level) * step; });
        }
    }
    return values;
}

bool takes_rounding(const NetworkSpec& network, std::size_t parameters) {
    return parameters > kFewParameters && network.encoding != Encoding::window;
}

RoundedParameters not_rounded(std::span<const float> parameters) {
    RoundedParameters exact;
    exact.levels.resize(parameters.size());
    std::memcpy(exact.levels.data(), parameters.data(), parameters.size_bytes());
    return exact;
}

DrawingRounding::DrawingRounding(const NetworkSpec& network, int channels)
    : network_(network),
      channels_(channels),
      tensors_(tensors_of(network, channels)),
      tables_(grid_levels(network).size()) {
    if (!takes_rounding(network, tensors_.back().end())) return;
    for (std::uint64_t i = 0; i < 2 * kMeasuredPoints; ++i)
        points_.push_back(2 * random_unit(0, 0, i) - 1);
    seen_ = parameters_read_at(network, channels, points_);
}

RoundedParameters DrawingRounding::operator()(std::span<const float> parameters, float psnr,
                                              const InParallel& in_parallel) {
    if (!takes_rounding(network_, parameters.size())) return not_rounded(parameters);

    std::vector<int> sizes;
    for (const Tensor& tensor : tensors_) sizes.push_back(magnitude(tensor.of(parameters)));
    const std::vector<float> live = evaluate(network_, channels_, parameters, points_, in_parallel);
    const double mean_square =
        std::isfinite(psnr)
            ? std::min(kMostRms * kMostRms, kMostOfError * std::pow(10.0, -double(psnr) / 10))
            : kUsualRms * kUsualRms;
    // Rounds only the parameters that the sample points use, which saves time on a large network.
    trial_.resize(parameters.size());
    // Halving the quantization step halves the error, so the first trial predicts the `fineness`
    // that is needed.
    for (int fineness = kUsual, trials = 0; fineness <= kFinest; ++trials) {
        std::vector<std::int8_t> exponents = exponents_at(fineness, tensors_, tables_, sizes);
        round_at(seen_, exponents, tensors_, parameters, trial_);
        const double share = share_of_allowed(
            live, evaluate(network_, channels_, trial_, points_, in_parallel), mean_square);
        if (!std::isfinite(share)) break;  // the network renders NaN: nothing to compare
        const int missing = int(std::ceil(std::log2(std::max(share, 1e-30)) / 2));
        const int next = std::max(0, fineness + missing);
        if (share <= 1 && (trials > 0 || next == fineness))
            return rounded_at(std::move(exponents), tensors_, tables_, sizes, parameters,
                              in_parallel);
        fineness = trials == 0 ? next : fineness + 1;
    }
    return not_rounded(parameters);
}

std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base) {
    const std::size_t count = tensors.back().end();
    REDRAW_CHECK(rounded.count() == count, "of this network");
    if (!is_of_one_kind(rounded, base)) base = nullptr;
    std::vector<std::byte> packed{rounded.exponents.empty() ? kExact : kRounded};
    for (const std::int8_t exponent : rounded.exponents) packed.push_back(std::byte(exponent));
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd(ZSTD_createCCtx(),
                                                                    ZSTD_freeCCtx);
    if (!zstd) throw std::bad_alloc();
    const std::size_t total = kPlanes * count, room = ZSTD_compressBound(total);
    const auto frame = std::make_unique_for_overwrite<std::byte[]>(room);
    ZSTD_outBuffer out{frame.get(), room, 0};
    ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_compressionLevel, kCompression);
    ZSTD_CCtx_setPledgedSrcSize(zstd.get(), total);
    std::byte bytes[kPiece];
    std::int32_t levels[kPiece], expected[kPiece];
    std::uint32_t differences = 0;  // their bits, all together, once the first plane is done
    for (std::size_t plane = 0; plane < kPlanes; ++plane)  // first bytes of all levels, then second
        for (std::size_t begin = 0; begin < count; begin += kPiece) {
            const std::size_t end = std::min(begin + kPiece, count);
            std::ranges::fill(bytes, std::byte{0});
            if (plane == 0 || differences >> 8 * plane != 0) {
                copy_levels(rounded, begin, std::span(levels).first(end - begin));
                predict(rounded, tensors, base, begin, std::span(expected).first(end - begin));
                for (std::size_t k = 0; k < end - begin; ++k) {
                    const std::uint32_t number =
                        zigzag(std::uint32_t(levels[k]) - std::uint32_t(expected[k]));
                    differences |= number;
                    bytes[k] = std::byte(number >> 8 * plane);
                }
            }
            ZSTD_inBuffer in{bytes, end - begin, 0};
            const bool last = plane == kPlanes - 1 && end == count;
            if (ZSTD_isError(ZSTD_compressStream2(zstd.get(), &out, &in,
                                                  last ? ZSTD_e_end : ZSTD_e_continue)))
                throw std::bad_alloc();  // there is room in the frame: out of memory
        }
    packed.insert(packed.end(), frame.get(), frame.get() + out.pos);
    return packed;
}

std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base) {
    const std::size_t count = tensors.back().end();
    if (packed.empty() || (packed[0] != kExact && packed[0] != kRounded)) return std::nullopt;
    const std::size_t exponents = packed[0] == kRounded ? tensors.size() : 0;
    if (packed.size() < 1 + exponents) return std::nullopt;
    RoundedParameters rounded;
    for (const std::byte exponent : packed.subspan(1, exponents))
        rounded.exponents.push_back(std::int8_t(exponent));
    if (std::any_of(rounded.exponents.begin(), rounded.exponents.end(),
                    [](int e) { return e < kLeastExponent || e > kMostExponent; }))
        return std::nullopt;
    if (!is_of_one_kind(rounded, base)) base = nullptr;

    // Decompresses into a buffer of the expected size, whatever size the frame claims.
    const auto frame = packed.subspan(1 + exponents);
    std::vector<std::byte> planes(kPlanes * count);
    if (ZSTD_decompress(planes.data(), planes.size(), frame.data(), frame.size()) != planes.size())
        return std::nullopt;
    rounded.levels.resize(count);
    bool possible = true;
    predict(rounded, tensors, base, 0, rounded.levels);
    for (std::size_t k = 0; k < count; ++k) {
        std::uint32_t number = 0;
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
            number |= std::uint32_t(planes[plane * count + k]) << 8 * plane;
        const auto level = std::int32_t(from_zigzag(number) + std::uint32_t(rounded.levels[k]));
        rounded.levels[k] = level;
        possible &= exponents == 0 || std::abs(std::int64_t(level)) <= kMostLevel;
    }
    if (!possible) return std::nullopt;
    return rounded;
}

int longest_blob(std::size_t count) {
    constexpr std::size_t kOtherColumns = 1024;  // count / 16: zstd may enlarge the data
    return int(count * sizeof(float) + count / 16 + kOtherColumns);
}

}  // namespace redraw
