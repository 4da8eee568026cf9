// Operations of the running kernel: barriers, exchanges within a warp, tensor core products.
#include "block.h"
#include "device.h"
#include "fault.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace redraw::cuda::emulation {

namespace {

constexpr std::uint64_t kPoison = 0xFFFF'FFFF'FFFF'FFFF;

Block& running_block() {
    if (!block().is_running()) throw KernelFault("a device function was called outside a kernel");
    return block();
}

void check_mask(const Block& running, unsigned mask, Place place) {
    if (!(mask >> running.lane() & 1))
        throw KernelFault(running.thread_name() + " is not named in its own mask at " + place.file +
                          ":" + std::to_string(place.line));
}

float float_of_bf16(std::uint32_t pair, int half) {
    return std::bit_cast<float>(half == 0 ? pair << 16 : pair & 0xFFFF'0000u);
}

// Adds like tensor cores at their worst (Fasi et al. 2021, "Numerical behavior of NVIDIA tensor
// cores"). Eight products and the previous sum are truncated to the largest one's last bit, and
// their total is truncated to a float.
float truncated_sum(float sum, const float* a, const float (*b)[8], int column) {
    constexpr int kTogether = 8, kBits = 23;
    for (int first = 0; first < 16; first += kTogether) {
        double terms[kTogether + 1] = {sum}, largest = std::abs(double(sum));
        for (int k = 0; k < kTogether; ++k) {
            terms[k + 1] = double(a[first + k]) * double(b[first + k][column]);
            largest = std::max(largest, std::abs(terms[k + 1]));
        }
        if (!std::isfinite(largest)) return std::numeric_limits<float>::quiet_NaN();
        if (largest == 0) continue;
        const auto cut = [](double x, double size) {
            const double unit = std::ldexp(1.0, std::ilogb(size) - kBits);
            return std::trunc(x / unit) * unit;
        };
        double added = 0;
        for (const double term : terms) added += cut(term, largest);
        sum = added == 0 ? 0.0f : float(cut(added, added));
    }
    return sum;
}

// Gathers the lanes' fragments (see cuda/language.h) into plain matrices, multiplies them and
// returns the product in fragments. Products of bf16 numbers are exact in fp32. The hardware's
// order of summation is undocumented and may differ.
void multiply(const WarpArrivals& lanes) {
    float a[16][16], b[16][8], d[16][8];
    for (int lane = 0; lane < 32; ++lane) {
        if (lanes[lane] == nullptr) throw KernelFault("mma_bf16 without all 32 lanes of the warp");
        const Arrival& mine = *lanes[lane];
        const int group = lane / 4, t = lane % 4;
        for (int half = 0; half < 2; ++half) {
            const int column = 2 * t + half;
            a[group][column] = float_of_bf16(mine.a[0], half);
            a[group + 8][column] = float_of_bf16(mine.a[1], half);
            a[group][column + 8] = float_of_bf16(mine.a[2], half);
            a[group + 8][column + 8] = float_of_bf16(mine.a[3], half);
            b[column][group] = float_of_bf16(mine.b[0], half);
            b[column + 8][group] = float_of_bf16(mine.b[1], half);
            d[group][column] = mine.d[half];
            d[group + 8][column] = mine.d[2 + half];
        }
    }
    const bool truncate = device().settings.tensor_cores_truncate;
    for (int i = 0; i < 16; ++i) {
        for (int j = 0; truncate && j < 8; ++j) d[i][j] = truncated_sum(d[i][j], a[i], b, j);
        for (int k = 0; !truncate && k < 16; ++k)
            for (int j = 0; j < 8; ++j) d[i][j] += a[i][k] * b[k][j];
    }
    for (int lane = 0; lane < 32; ++lane) {
        const int group = lane / 4, t = lane % 4;
        for (int half = 0; half < 2; ++half) {
            lanes[lane]->d[half] = d[group][2 * t + half];
            lanes[lane]->d[2 + half] = d[group + 8][2 * t + half];
        }
    }
}

}  // namespace

void complete(const WarpArrivals& lanes) {
    Arrival::Kind kind = Arrival::Kind::none;
    std::array<std::uint64_t, 32> brought;
    std::uint64_t votes = 0;
    for (int lane = 0; lane < 32; ++lane) {
        brought[lane] = lanes[lane] == nullptr ? kPoison : lanes[lane]->value;
        if (lanes[lane] == nullptr) continue;
        kind = lanes[lane]->kind;
        votes |= (brought[lane] & 1) << lane;
    }
    if (kind == Arrival::Kind::mma) return multiply(lanes);
    for (Arrival* arrival : lanes) {
        if (arrival == nullptr) continue;
        if (kind == Arrival::Kind::exchange)
            arrival->value =
                arrival->source < 0 || arrival->source > 31 ? kPoison : brought[arrival->source];
        else if (kind == Arrival::Kind::ballot)
            arrival->value = votes;
    }
}

void block_barrier(Place place) {
    running_block().wait({Arrival::Kind::block_barrier, place});
}

void warp_barrier(unsigned mask, Place place) {
    check_mask(running_block(), mask, place);
    block().wait({Arrival::Kind::warp_barrier, place, mask});
}

std::uint64_t warp_exchange(unsigned mask, std::uint64_t value, int source, Place place) {
    check_mask(running_block(), mask, place);
    return block().wait({Arrival::Kind::exchange, place, mask, value, source}).value;
}

unsigned warp_ballot(unsigned mask, bool predicate, Place place) {
    check_mask(running_block(), mask, place);
    return unsigned(block().wait({Arrival::Kind::ballot, place, mask, predicate}).value);
}

int lane_index() {
    return running_block().lane();
}

void trap(Place place) {
    throw KernelFault(running_block().thread_name() + " trapped at " + place.file + ":" +
                      std::to_string(place.line));
}

std::byte* dynamic_shared() {
    return running_block().shared();
}

void mma_bf16(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
              Place place) {
    running_block().wait({Arrival::Kind::mma, place, ~0u, 0, 0, d, a, b});
}

}  // namespace redraw::cuda::emulation
