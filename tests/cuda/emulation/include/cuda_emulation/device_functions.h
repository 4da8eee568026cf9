// What kernels call on the device. Barriers and exchanges of a warp suspend the calling fiber;
// where they stand in the source tells whether all threads met at the same one.
#pragma once

#include "cuda_emulation/types.h"

#include <bit>
#include <cmath>
#include <cstring>

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;

namespace redraw::cuda::emulation {

// Where a call stands in the source: std::source_location, which clang 14 does not have.
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

// Every thread of the block must come here: also those that could have returned early.
void block_barrier(Place place);
void warp_barrier(unsigned mask, Place place);
// The value that lane `source` brings; poison when that lane takes no part.
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

inline void __syncthreads(
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    redraw::cuda::emulation::block_barrier(place);
}
inline void __syncwarp(unsigned mask = ~0u, redraw::cuda::emulation::Place place =
                                                redraw::cuda::emulation::Place::current()) {
    redraw::cuda::emulation::warp_barrier(mask, place);
}
inline void __trap(
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    redraw::cuda::emulation::trap(place);
}

// Shuffles within segments of `width` lanes; one that would leave its segment keeps its own value.
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize,
              redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    const int first = redraw::cuda::emulation::lane_index() & ~(width - 1);
    return redraw::cuda::emulation::shuffle(mask, value, first + (source & (width - 1)), place);
}
template <class T>
T __shfl_xor_sync(
    unsigned mask, T value, int lane_mask, int width = warpSize,
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    const int lane = redraw::cuda::emulation::lane_index(), last = lane | (width - 1);
    const int source = lane ^ lane_mask;
    return redraw::cuda::emulation::shuffle(mask, value, source > last ? lane : source, place);
}
template <class T>
T __shfl_down_sync(
    unsigned mask, T value, unsigned delta, int width = warpSize,
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    const int lane = redraw::cuda::emulation::lane_index(), last = lane | (width - 1);
    const int source = lane + int(delta);
    return redraw::cuda::emulation::shuffle(mask, value, source > last ? lane : source, place);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    const int lane = redraw::cuda::emulation::lane_index(), first = lane & ~(width - 1);
    const int source = lane - int(delta);
    return redraw::cuda::emulation::shuffle(mask, value, source < first ? lane : source, place);
}
inline unsigned __ballot_sync(
    unsigned mask, int predicate,
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    return redraw::cuda::emulation::warp_ballot(mask, predicate != 0, place);
}
inline int __any_sync(
    unsigned mask, int predicate,
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    return redraw::cuda::emulation::warp_ballot(mask, predicate != 0, place) != 0;
}
inline int __all_sync(
    unsigned mask, int predicate,
    redraw::cuda::emulation::Place place = redraw::cuda::emulation::Place::current()) {
    return redraw::cuda::emulation::warp_ballot(mask, predicate == 0, place) == 0;
}

// One thread runs at a time, so fences have nothing to do and atomics are plain.
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

#define REDRAW_ATOMIC(name, type, after)       \
    inline type name(type* at, type operand) { \
        const type old = *at;                  \
        *at = (after);                         \
        return old;                            \
    }
#define REDRAW_ATOMICS(type)                                      \
    REDRAW_ATOMIC(atomicAdd, type, old + operand)                 \
    REDRAW_ATOMIC(atomicMax, type, old > operand ? old : operand) \
    REDRAW_ATOMIC(atomicMin, type, old < operand ? old : operand) \
    REDRAW_ATOMIC(atomicExch, type, operand)                      \
    inline type atomicCAS(type* at, type expected, type value) {  \
        const type old = *at;                                     \
        if (old == expected) *at = value;                         \
        return old;                                               \
    }
REDRAW_ATOMICS(int)
REDRAW_ATOMICS(unsigned)
REDRAW_ATOMICS(unsigned long long)
REDRAW_ATOMIC(atomicInc, unsigned, old >= operand ? 0u : old + 1)
#undef REDRAW_ATOMICS
#undef REDRAW_ATOMIC

template <class T>
T __ldg(const T* at) {
    return *at;
}
template <class T>
T __ldcg(const T* at) {
    return *at;
}
template <class T>
T __ldcs(const T* at) {
    return *at;
}
template <class T>
void __stcg(T* at, T value) {
    *at = value;
}
template <class T>
void __stcs(T* at, T value) {
    *at = value;
}

inline unsigned __float_as_uint(float x) {
    return std::bit_cast<unsigned>(x);
}
inline int __float_as_int(float x) {
    return std::bit_cast<int>(x);
}
inline float __uint_as_float(unsigned x) {
    return std::bit_cast<float>(x);
}
inline float __int_as_float(int x) {
    return std::bit_cast<float>(x);
}
inline int __float2int_rn(float x) {
    return int(std::nearbyint(x));
}
inline int __float2int_rd(float x) {
    return int(std::floor(x));
}
inline int __float2int_rz(float x) {
    return int(x);
}
inline float __int2float_rn(int x) {
    return float(x);
}
// Off by as much as a device's may be, and always to the same side, which is worse.
inline float __sinf(float x) {
    return float(::floor(::sin(double(x)) * 0x1p21) * 0x1p-21);
}
inline float __cosf(float x) {
    return float(::floor(::cos(double(x)) * 0x1p21) * 0x1p-21);
}
inline float __fadd_rn(float a, float b) {
    return a + b;
}
inline float __fsub_rn(float a, float b) {
    return a - b;
}
inline float __fmul_rn(float a, float b) {
    return a * b;
}
inline float __fdiv_rn(float a, float b) {
    return a / b;
}
inline float __fmaf_rn(float a, float b, float c) {
    return std::fma(a, b, c);
}
inline float __frcp_rn(float a) {
    return 1 / a;
}
inline float __fsqrt_rn(float a) {
    return std::sqrt(a);
}
inline float __fdividef(float a, float b) {
    return a / b;
}
inline float __saturatef(float x) {
    return x > 1 ? 1.0f : x > 0 ? x : 0.0f;
}
inline float rsqrtf(float x) {
    return 1 / std::sqrt(x);
}
inline void __sincosf(float x, float* sine, float* cosine) {
    *sine = std::sin(x);
    *cosine = std::cos(x);
}
inline float __expf(float x) {
    return std::exp(x);
}
inline float __logf(float x) {
    return std::log(x);
}
inline int __popc(unsigned x) {
    return std::popcount(x);
}
inline int __clz(int x) {
    return std::countl_zero(unsigned(x));
}
inline int __ffs(int x) {
    return x == 0 ? 0 : std::countr_zero(unsigned(x)) + 1;
}

#define REDRAW_MIN_MAX(type)          \
    inline type min(type a, type b) { \
        return b < a ? b : a;         \
    }                                 \
    inline type max(type a, type b) { \
        return a < b ? b : a;         \
    }
REDRAW_MIN_MAX(int)
REDRAW_MIN_MAX(unsigned)
REDRAW_MIN_MAX(long)
REDRAW_MIN_MAX(unsigned long)
REDRAW_MIN_MAX(long long)
REDRAW_MIN_MAX(unsigned long long)
#undef REDRAW_MIN_MAX
inline float min(float a, float b) {
    return std::fmin(a, b);
}
inline float max(float a, float b) {
    return std::fmax(a, b);
}
inline double min(double a, double b) {
    return std::fmin(a, b);
}
inline double max(double a, double b) {
    return std::fmax(a, b);
}
