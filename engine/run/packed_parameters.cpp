#include "engine/run/packed_parameters.h"

#include "engine/error.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace redraw {
namespace {

constexpr int kCompression = 3;     // zstd's default; slower ones save 2 %
constexpr std::size_t kPlanes = 4;  // bytes of a level
constexpr std::int32_t kMostLevel = 1 << 26;
constexpr auto kExact = std::byte{0}, kRounded = std::byte{1};

// Calls use(k, what is expected of level k): of the base's, in the step that this one has, so that
// what is lost is in the difference; or 0. Only for the same kind of levels. A loop for each way,
// because a compiler makes vectors of those.
template <class Use>
void for_each_expected(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                       const RoundedParameters* base, Use use) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t begin = tensors[i].first, end = tensors[i].end();
        if (base == nullptr) {
            for (std::size_t k = begin; k < end; ++k) use(k, 0);
            continue;
        }
        const std::int32_t* levels = base->levels.data();
        const int shift = rounded.exponents.empty()
                              ? 0
                              : std::clamp(base->exponents[i] - rounded.exponents[i], -31, 31);
        if (shift >= 0)
            for (std::size_t k = begin; k < end; ++k) use(k, std::uint32_t(levels[k]) << shift);
        else
            for (std::size_t k = begin; k < end; ++k) use(k, std::uint32_t(levels[k] >> -shift));
    }
}

bool is_of_one_kind(const RoundedParameters& a, const RoundedParameters* b) {
    return b != nullptr && a.exponents.empty() == b->exponents.empty();
}

// Small differences of both signs have small numbers.
std::uint32_t zigzag(std::uint32_t difference) {
    return difference << 1 ^ (difference >> 31 ? ~0u : 0u);
}
std::uint32_t from_zigzag(std::uint32_t number) {
    return number >> 1 ^ (number & 1 ? ~0u : 0u);
}

}  // namespace

std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base) {
    const std::size_t count = tensors.back().end();
    REDRAW_CHECK(rounded.levels.size() == count, "of this network");
    if (!is_of_one_kind(rounded, base)) base = nullptr;
    std::vector<std::uint32_t> numbers(count);
    for_each_expected(rounded, tensors, base,
                      [to = numbers.data(), levels = rounded.levels.data()](
                          std::size_t k, std::uint32_t expected) {
                          to[k] = zigzag(std::uint32_t(levels[k]) - expected);
                      });
    std::vector<std::byte> planes(kPlanes * count);  // all first bytes, then all second ones, ...
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
        std::transform(numbers.begin(), numbers.end(), planes.data() + plane * count,
                       [=](std::uint32_t number) { return std::byte(number >> 8 * plane); });
    std::vector<std::byte> packed{rounded.exponents.empty() ? kExact : kRounded};
    for (const std::int8_t exponent : rounded.exponents) packed.push_back(std::byte(exponent));
    const std::size_t head = packed.size(), room = ZSTD_compressBound(planes.size());
    packed.resize(head + room);
    const std::size_t size =
        ZSTD_compress(packed.data() + head, room, planes.data(), planes.size(), kCompression);
    if (ZSTD_isError(size)) throw std::bad_alloc();  // the only way it fails with that much room
    packed.resize(head + size);
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

    // Into room for what it must be, whatever it claims to hold.
    const auto frame = packed.subspan(1 + exponents);
    std::vector<std::byte> planes(kPlanes * count);
    if (ZSTD_decompress(planes.data(), planes.size(), frame.data(), frame.size()) != planes.size())
        return std::nullopt;
    rounded.levels.resize(count);
    bool possible = true;
    for_each_expected(rounded, tensors, base, [&](std::size_t k, std::uint32_t expected) {
        std::uint32_t number = 0;
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
            number |= std::uint32_t(planes[plane * count + k]) << 8 * plane;
        const auto level = std::int32_t(from_zigzag(number) + expected);
        rounded.levels[k] = level;
        possible &= exponents == 0 || std::abs(std::int64_t(level)) <= kMostLevel;
    });
    if (!possible) return std::nullopt;
    return rounded;
}

}  // namespace redraw
