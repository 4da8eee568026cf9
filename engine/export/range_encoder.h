// Whole numbers, most of them 0, in few bits: an adaptive binary range coder (Martin 1979; carries
// as in LZMA) under a small model. Its decoder is export/page/decode.js: what one does the other
// undoes, bit for bit. One owner, one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace redraw {

class RangeEncoder {
public:
    using Probability = std::uint16_t;  // of a 0, in 2048ths
    static constexpr Probability kEven = 1024;

    // Follows what it sees.
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
    // Encodes a bit of probability one half.
    void plain_bit(bool one) {
        range_ >>= 1;
        if (one) low_ += range_;
        widen();
    }
    // The whole, and nothing can be added.
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
    // Holds back the bytes that a carry can still change.
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

// Models the distribution of a number by its neighbours: `context` grows with them.
class NumberModel {
public:
    static constexpr int kContexts = 15;

    NumberModel() {
        zero_.fill(RangeEncoder::kEven);
        for (auto& more : more_) more.fill(RangeEncoder::kEven);
    }
    // Whether it is 0, its sign, and its size: one by one to 14, then in bits.
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
        const std::uint32_t rest = size - kSteps;  // from 1 on: Elias gamma
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

}  // namespace redraw
