// Device functions that kernels call. Barriers and warp operations suspend the calling fiber. Calls
// pass their source location, which shows whether all threads wait at the same one.
#pragma once

#include "cuda_emulation/types.h"

#include <cmath>
#include <cstring>

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;

namespace redraw::cuda::emulation {

// The source location of a call. Replaces std::source_location, which clang 14 lacks.
struct Place {
    const char* file;
    const char* function;
    int line;

    static constexpr Place current(const char* file = __builtin_FILE(),
                                   const char* function = __builtin_FUNCTION(),
                                   int line = __builtin_LINE()) {
        return {file, function, line};
    }
};

// Waits for all threads of the block. It is a fault if one of them has returned earlier.
void block_barrier(Place place);
void warp_barrier(unsigned mask, Place place);
// Returns the value of lane `source`, or poison if that lane does not take part.
std::uint64_t warp_exchange(unsigned mask, std::uint64_t value, int source, Place place);
unsigned warp_ballot(unsigned mask, bool predicate, Place place);
int lane_index();
[[noreturn]] void trap(Place place);

template <class T>
T shuffle(unsigned mask, T value, int source, Place place) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    bits = warp_exchange(mask, bits, source, place);
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

}  // namespace redraw::cuda::emulation

namespace emulated = redraw::cuda::emulation;

inline void __syncthreads(emulated::Place place = emulated::Place::current()) {
    emulated::block_barrier(place);
}
inline void __syncwarp(unsigned mask = ~0u, emulated::Place place = emulated::Place::current()) {
    emulated::warp_barrier(mask, place);
}
inline void __trap(emulated::Place place = emulated::Place::current()) {
    emulated::trap(place);
}

// Shuffles within segments of `width` lanes. A lane whose source lies beyond its segment keeps its
// own value.
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize,
              emulated::Place place = emulated::Place::current()) {
    const int first = emulated::lane_index() & ~(width - 1);
    return emulated::shuffle(mask, value, first + (source & (width - 1)), place);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize,
                  emulated::Place place = emulated::Place::current()) {
    const int lane = emulated::lane_index(), last = lane | (width - 1);
    const int source = lane ^ lane_mask;
    return emulated::shuffle(mask, value, source > last ? lane : source, place);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                   emulated::Place place = emulated::Place::current()) {
    const int lane = emulated::lane_index(), last = lane | (width - 1);
    const int source = lane + int(delta);
    return emulated::shuffle(mask, value, source > last ? lane : source, place);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 emulated::Place place = emulated::Place::current()) {
    const int lane = emulated::lane_index(), first = lane & ~(width - 1);
    const int source = lane - int(delta);
    return emulated::shuffle(mask, value, source < first ? lane : source, place);
}
inline unsigned __ballot_sync(unsigned mask, int predicate,
                              emulated::Place place = emulated::Place::current()) {
    return emulated::warp_ballot(mask, predicate != 0, place);
}

// A plain addition suffices, since only one thread runs at a time.
inline unsigned long long atomicAdd(unsigned long long* at, unsigned long long operand) {
    const unsigned long long old = *at;
    *at += operand;
    return old;
}

// Errs as much as a device's sine may (2^-21), always downwards: the worst case.
inline float __sinf(float x) {
    return float(::floor(::sin(double(x)) * 0x1p21) * 0x1p-21);
}
inline float __cosf(float x) {
    return float(::floor(::cos(double(x)) * 0x1p21) * 0x1p-21);
}
inline float __fadd_rn(float a, float b) {
    return a + b;
}
inline float __fmul_rn(float a, float b) {
    return a * b;
}

inline int min(int a, int b) {
    return b < a ? b : a;
}
