#include "bench/ceiling.h"

#include "engine/backend/backend.h"
#include "engine/cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace redraw {
namespace {

// Runs multiply-adds on registers only and returns the number of floating-point operations done.
// Each burst has enough independent chains to hide the latency of a multiply-add on a processor
// with two execution ports.
using RegisterBurst = double (*)(std::int64_t rounds, float* sink);

double scalar_burst(std::int64_t rounds, float* sink) {
    constexpr int kChains = 8;
    float chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = float(i) * 1e-3f;
    for (std::int64_t round = 0; round < rounds; ++round)
        for (float& value : chain) value = value * 0.999f + 1e-4f;
    *sink = 0;
    for (float value : chain) *sink += value;
    return 2.0 * kChains * double(rounds);
}

#if defined(__x86_64__)
constexpr int kChains = 12;

[[gnu::target("avx2,fma")]] double avx2_burst(std::int64_t rounds, float* sink) {
    __m256 chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = _mm256_set1_ps(float(i) * 1e-3f);
    const __m256 factor = _mm256_set1_ps(0.999f), addend = _mm256_set1_ps(1e-4f);
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
        for (int i = 0; i < kChains; ++i) chain[i] = _mm256_fmadd_ps(chain[i], factor, addend);
    for (int i = 1; i < kChains; ++i) chain[0] = _mm256_add_ps(chain[0], chain[i]);
    _mm256_storeu_ps(sink, chain[0]);
    return 2.0 * kChains * 8 * double(rounds);
}

[[gnu::target("avx512f")]] double avx512_burst(std::int64_t rounds, float* sink) {
    __m512 chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = _mm512_set1_ps(float(i) * 1e-3f);
    const __m512 factor = _mm512_set1_ps(0.999f), addend = _mm512_set1_ps(1e-4f);
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
        for (int i = 0; i < kChains; ++i) chain[i] = _mm512_fmadd_ps(chain[i], factor, addend);
    for (int i = 1; i < kChains; ++i) chain[0] = _mm512_add_ps(chain[0], chain[i]);
    _mm512_storeu_ps(sink, chain[0]);
    return 2.0 * kChains * 16 * double(rounds);
}

[[gnu::target("avx512f,avx512bf16")]] double avx512_bf16_burst(std::int64_t rounds, float* sink) {
    constexpr int kPairChains = 16;
    __m512 chain[kPairChains];
    for (__m512& sums : chain) sums = _mm512_setzero_ps();
    const auto pairs = (__m512bh)_mm512_set1_epi32(0x38003800);  // each bf16 number is 2^-15
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 16
        for (int i = 0; i < kPairChains; ++i) chain[i] = _mm512_dpbf16_ps(chain[i], pairs, pairs);
    for (int i = 1; i < kPairChains; ++i) chain[0] = _mm512_add_ps(chain[0], chain[i]);
    _mm512_storeu_ps(sink, chain[0]);
    return 4.0 * kPairChains * 16 * double(rounds);
}

[[gnu::target("amx-tile,amx-bf16")]] double amx_burst(std::int64_t rounds, float* sink) {
    struct TileShape {
        unsigned char palette = 1, start_row = 0, reserved[14] = {};
        unsigned short bytes_of_row[16] = {64, 64, 64, 64, 64, 64, 64, 64};
        unsigned char rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
    };
    alignas(64) static constexpr TileShape kShape{};
    alignas(64) static constexpr float kZeros[256] = {};
    alignas(64) float sums[256];
    _tile_loadconfig(&kShape);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    _tile_loadd(4, kZeros, 64);
    _tile_loadd(5, kZeros, 64);
    for (std::int64_t round = 0; round < rounds; ++round) {
        _tile_dpbf16ps(0, 4, 5);
        _tile_dpbf16ps(1, 4, 5);
        _tile_dpbf16ps(2, 4, 5);
        _tile_dpbf16ps(3, 4, 5);
    }
    _tile_stored(0, sums, 64);
    _tile_release();
    *sink = sums[0];
    return 2.0 * 4 * 16 * 16 * 32 * double(rounds);
}
#endif

RegisterBurst burst_of(const cpu::KernelSet& kernels) {
    [[maybe_unused]] const std::string_view name = kernels.name;
#if defined(__x86_64__)
    if (name == "AVX2") return avx2_burst;
    if (name == "AVX-512" && kernels.precision == Precision::fp32) return avx512_burst;
    if (name == "AVX-512") return avx512_bf16_burst;
    if (name == "AMX") return amx_burst;
#endif
    return scalar_burst;
}

double seconds_of(cpu::ThreadPool& pool, RegisterBurst burst, std::int64_t rounds,
                  double& operations) {
    std::vector<double> done(pool.threads());
    const auto start = std::chrono::steady_clock::now();
    pool.run(pool.threads(), 1e9, [&](int item, int) {
        float sink[16];
        done[item] = burst(rounds, sink);
    });
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    operations = 0;
    for (double part : done) operations += part;
    return elapsed.count();
}

}  // namespace

double multiply_add_gflops(const cpu::KernelSet& kernels, int threads) {
    constexpr double kSeconds = 0.02;
    const RegisterBurst burst = burst_of(kernels);
    cpu::ThreadPool pool(threads);
    std::int64_t rounds = 100'000;
    double operations = 0;
    const double probe = seconds_of(pool, burst, rounds, operations);
    rounds = std::int64_t(double(rounds) * std::clamp(kSeconds / probe, 0.01, 1000.0));
    const double seconds = seconds_of(pool, burst, rounds, operations);
    return operations / seconds / 1e9;
}

}  // namespace redraw
