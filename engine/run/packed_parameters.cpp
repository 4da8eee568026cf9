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

// A level of the base in another step; what is lost is in the difference.
std::uint32_t in_step(std::int32_t level, int exponent, int wanted) {
    const int shift = std::clamp(exponent - wanted, -31, 31);
    return shift >= 0 ? std::uint32_t(level) << shift : std::uint32_t(level >> -shift);
}

// Calls use(k, what is expected of level k): of the base's, or 0. Only for the same kind of levels.
template <class Use>
void for_each_expected(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                       const RoundedParameters* base, Use use) {
    for (std::size_t i = 0; i < tensors.size(); ++i)
        for (std::size_t k = tensors[i].first, end = tensors[i].end(); k < end; ++k)
            use(k, base == nullptr ? 0
                   : rounded.exponents.empty()
                       ? std::uint32_t(base->levels[k])
                       : in_step(base->levels[k], base->exponents[i], rounded.exponents[i]));
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
    std::vector<std::byte> planes(kPlanes * count);  // all first bytes, then all second ones, ...
    for_each_expected(rounded, tensors, base, [&](std::size_t k, std::uint32_t expected) {
        const std::uint32_t number = zigzag(std::uint32_t(rounded.levels[k]) - expected);
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
            planes[plane * count + k] = std::byte(number >> 8 * plane);
    });
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
