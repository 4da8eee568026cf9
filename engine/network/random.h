// Random numbers without state: each is a hash of its arguments (splitmix64; Steele, Lea, Flood
// 2014). Every machine, backend and thread gets the same numbers, and a resume needs no saved
// state.
#pragma once

#include <cstdint>

// Marks a function that CPU and CUDA kernels share. Such a function is always inlined; otherwise
// the linker might keep a copy compiled for AVX-512 and use it on every processor.
// REDRAW_ROUNDED_ONCE() calls a function whose float form differs between C libraries and their
// versions: computes in double and rounds, except on GPUs, where doubles are slow.
#if defined(__CUDACC__)
#define REDRAW_NUMERIC __host__ __device__ __forceinline__
#define REDRAW_ROUNDED_ONCE(function, x) ::function##f(x)
#else
#define REDRAW_NUMERIC [[gnu::always_inline]] inline
#define REDRAW_ROUNDED_ONCE(function, x) float(::function(double(x)))
#endif

namespace redraw {

REDRAW_NUMERIC constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

// Returns 64 random bits. `stream` separates uses (weights of layer 3, minibatch of step 70);
// `index` counts within a stream.
REDRAW_NUMERIC constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream,
                                                   std::uint64_t index) {
    return splitmix64(splitmix64(splitmix64(seed) ^ stream) ^ index);
}

// Returns a number uniform in [0, 1) with 24 bits, which fp32 holds exactly.
REDRAW_NUMERIC constexpr float random_unit(std::uint64_t seed, std::uint64_t stream,
                                           std::uint64_t index) {
    return float(random_bits(seed, stream, index) >> 40) * 0x1p-24f;
}

// Returns an integer uniform in [0, n), n below 2^32: the high half of a 32 x 32 bit product (bias
// below n / 2^32).
REDRAW_NUMERIC constexpr std::uint32_t random_below(std::uint64_t seed, std::uint64_t stream,
                                                    std::uint64_t index, std::uint32_t n) {
    return std::uint32_t(((random_bits(seed, stream, index) >> 32) * n) >> 32);
}

}  // namespace redraw
