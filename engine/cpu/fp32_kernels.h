// A vector kernel set in fp32: tiles, update, the ceiling, and the table itself. A file of one
// instruction set defines kLanes and kBlockVectors, includes this and hands out its table.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/fp32_tiles.h"
#include "engine/cpu/vector_update.h"

namespace redraw::cpu {
namespace {

// Enough independent chains to hide the latency of a multiply-add on two ports.
double multiply_add_burst(std::int64_t rounds, float* sink) {
    constexpr int kChains = 12;
    Vec chain[kChains];
    for (int i = 0; i < kChains; ++i) chain[i] = Vec(float(i) * 1e-3f);
    const Vec factor(0.999f), addend(1e-4f);
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
        for (int i = 0; i < kChains; ++i) chain[i] = multiply_add(chain[i], factor, addend);
    for (int i = 1; i < kChains; ++i) chain[0] = chain[0] + chain[i];
    store(sink, chain[0]);
    return 2.0 * kChains * kLanes * double(rounds);
}

constexpr KernelSet make_kernels(const char* name) {
    return {name, Precision::fp32, kBlock,   kPanel, kRows,
            true, forward,         backward, update, multiply_add_burst};
}

}  // namespace
}  // namespace redraw::cpu
