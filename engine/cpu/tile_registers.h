// The processor's matrix unit (AMX) with eight tile registers: four for 16 x 16 sums in fp32, two
// for each bf16 operand. tests/emulated_amx/emulated_registers.h has the same class without AMX.
// Include only from the file that is compiled for AMX.
//
// A block is the 1 KiB of one register in memory, kBlockFloats floats: 16 rows of 32 bf16 or of 16
// pairs.
#pragma once

#include "engine/cpu/bf16_blocks.h"

#include <immintrin.h>

namespace redraw::cpu {
namespace {

struct TileShape {
    unsigned char palette = 1, start_row = 0, reserved[14] = {};
    unsigned short bytes_of_row[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    unsigned char rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
alignas(64) constexpr TileShape kShape{};

class TileRegisters {
public:
    // Sets the shape of all registers for this thread: 16 rows of 64 bytes. The destructor releases
    // the unit, so a thread switch need not save its registers.
    TileRegisters() { _tile_loadconfig(&kShape); }
    ~TileRegisters() { _tile_release(); }
    TileRegisters(const TileRegisters&) = delete;
    TileRegisters& operator=(const TileRegisters&) = delete;

    REDRAW_VECTOR void zero_sums() {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    // Loads 32 x 32 sums from rows `stride` floats apart.
    REDRAW_VECTOR void load_sums(const float* from, std::size_t stride) {
        written();
        _tile_loadd(0, from, long(stride * 4));
        _tile_loadd(1, from + 16, long(stride * 4));
        _tile_loadd(2, from + 16 * stride, long(stride * 4));
        _tile_loadd(3, from + 16 * stride + 16, long(stride * 4));
    }
    REDRAW_VECTOR void store_sums(float* to, std::size_t stride) {
        _tile_stored(0, to, long(stride * 4));
        _tile_stored(1, to + 16, long(stride * 4));
        _tile_stored(2, to + 16 * stride, long(stride * 4));
        _tile_stored(3, to + 16 * stride + 16, long(stride * 4));
    }
    // Loads rows 0 to 15 and 16 to 31 of the left matrix: 32 bf16 along the depth.
    REDRAW_VECTOR void load_left(const float* upper, const float* lower) {
        written();
        _tile_loadd(4, upper, 64);
        _tile_loadd(5, lower, 64);
    }
    // Loads columns 0 to 15 and 16 to 31 of the right matrix. Row i holds the pairs (2i, 2i + 1) of
    // the depth.
    REDRAW_VECTOR void load_right(const float* left, const float* right) {
        written();
        _tile_loadd(6, left, 64);
        _tile_loadd(7, right, 64);
    }
    // Computes sums += left x right over a depth of 32.
    REDRAW_VECTOR void multiply() {
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }

private:
    // Forces earlier stores to memory: the compiler does not know that a tile load reads memory.
    REDRAW_VECTOR static void written() { asm volatile("" ::: "memory"); }
};

}  // namespace
}  // namespace redraw::cpu
