// Replaces tile_registers.h by vector code on processors without AMX. It adds in the order that
// Intel documents for TDPBF16PS: even and odd depths are summed apart with fused multiply-adds,
// then added. Training therefore gives the bits of AMX, only slower. Sums below 1e-38 may differ:
// AMX flushes them to zero.
#pragma once

#include "engine/cpu/bf16_blocks.h"

#include <cstddef>

namespace redraw::cpu {
namespace {

// Uses function calls, because inlining the emulation at forty places made the source file that
// includes it by far the slowest to compile.
class TileRegisters {
public:
    [[gnu::noinline]] void zero_sums() {
        for (auto& tile : sums_)
            for (auto& row : tile)
                for (float& sum : row) sum = 0;
    }
    [[gnu::noinline]] void load_sums(const float* from, std::size_t stride) {
        for (int tile = 0; tile < 4; ++tile)
            for (int row = 0; row < 16; ++row)
                __builtin_memcpy(sums_[tile][row], from + place(tile, row, stride), 64);
    }
    [[gnu::noinline]] void store_sums(float* to, std::size_t stride) const {
        for (int tile = 0; tile < 4; ++tile)
            for (int row = 0; row < 16; ++row)
                __builtin_memcpy(to + place(tile, row, stride), sums_[tile][row], 64);
    }
    [[gnu::noinline]] void load_left(const float* upper, const float* lower) {
        __builtin_memcpy(left_[0], upper, sizeof left_[0]);
        __builtin_memcpy(left_[1], lower, sizeof left_[1]);
    }
    [[gnu::noinline]] void load_right(const float* left, const float* right) {
        for (int i = 0; i < 16; ++i)
            for (int n = 0; n < 32; ++n) {
                unsigned pair;
                __builtin_memcpy(&pair, (n < 16 ? left : right) + i * 16 + n % 16, 4);
                even_[i][n] = as_float(pair << 16);
                odd_[i][n] = as_float(pair & 0xffff0000u);
            }
    }
    [[gnu::noinline]] void multiply() {
        for (int row = 0; row < 32; ++row) {
            const unsigned* pairs = left_[row / 16][row % 16];
            multiply_half(pairs, 0, sums_[row / 16 * 2][row % 16]);
            multiply_half(pairs, 16, sums_[row / 16 * 2 + 1][row % 16]);
        }
    }

private:
    static std::size_t place(int tile, int row, std::size_t stride) {
        return std::size_t(tile / 2 * 16 + row) * stride + std::size_t(tile % 2) * 16;
    }
    static float as_float(unsigned word) {
        float f;
        __builtin_memcpy(&f, &word, 4);
        return f;
    }

    // Multiplies one row of the left matrix by 16 columns of the right one, from `column` on. Two
    // AVX2 registers hold the sums over even depths, two those over odd depths.
    void multiply_half(const unsigned* pairs, int column, float* sums) const {
        typedef float Eight __attribute__((vector_size(32)));
        Eight even[2] = {}, odd[2] = {};
        for (int i = 0; i < 16; ++i) {
            const float first = as_float(pairs[i] << 16), second = as_float(pairs[i] & 0xffff0000u);
            for (int h = 0; h < 2; ++h) {
                Eight evens, odds;
                __builtin_memcpy(&evens, even_[i] + column + 8 * h, sizeof evens);
                __builtin_memcpy(&odds, odd_[i] + column + 8 * h, sizeof odds);
                even[h] = first * evens + even[h];
                odd[h] = second * odds + odd[h];
            }
        }
        for (int n = 0; n < 16; ++n) sums[n] += even[n / 8][n % 8] + odd[n / 8][n % 8];
    }

    float sums_[4][16][16];
    unsigned left_[2][16][16];
    alignas(64) float even_[16][32], odd_[16][32];
};

}  // namespace
}  // namespace redraw::cpu
