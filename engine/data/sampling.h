// Which pixels a step sees, as a formula of (seed, step, i) that hosts and devices share: a
// minibatch has no state and no table. Plain values, any thread.
#pragma once

#include "engine/network/config.h"
#include "engine/network/random.h"

#include <cstdint>

namespace redraw {

// What the formula knows of a Dataset.
struct Sampling {
    BatchMode batch = BatchMode::full;
    std::uint32_t width = 0, height = 0;  // of the training picture
    std::uint32_t batch_pixels = 0;       // a step; whole rows when `batch` is rows
    std::uint64_t seed = 1;
    std::uint32_t samples = 1;  // of a pixel: at its centre; 2: within its area
};

// Row of the k-th place of a shuffled order: a bijection of [0, rows) by cycle-walking a four-round
// Feistel network, so that an epoch visits every row once without a table.
REDRAW_NUMERIC std::uint32_t shuffled_row(std::uint32_t k, std::uint32_t rows, std::uint64_t seed,
                                          std::uint64_t epoch) {
    int half_bits = 1;
    while ((1ull << (2 * half_bits)) < rows) ++half_bits;
    const std::uint32_t mask = (1u << half_bits) - 1;
    do {
        std::uint32_t left = k >> half_bits, right = k & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const auto f = std::uint32_t(random_bits(seed, epoch * 4 + round, right)) & mask;
            const std::uint32_t next = left ^ f;
            left = right;
            right = next;
        }
        k = (left << half_bits) | right;
    } while (k >= rows);
    return k;
}

// The pixel that sample `i` of step `step` (0-based) belongs to: the minibatches, the same on every
// backend. A pixel's samples follow each other.
//   random: splitmix64-hash of (seed, step, i) scaled to the pixel count.
//   rows: rows in an order shuffled per epoch by the same hash; sample i lies in row i / width of
//   the batch.
REDRAW_NUMERIC std::uint32_t sample_index(const Sampling& sampling, std::int64_t step,
                                          std::uint32_t i) {
    constexpr std::uint64_t kBatchStream = 1ull << 32;  // apart from the layers' streams
    const std::uint32_t width = sampling.width, rows = sampling.height;
    i /= sampling.samples;
    if (sampling.batch == BatchMode::random)
        return random_below(sampling.seed, kBatchStream + std::uint64_t(step), i, width * rows);
    if (sampling.batch == BatchMode::rows) {
        const std::uint32_t per_step = sampling.batch_pixels / width;
        const std::int64_t per_epoch = (std::int64_t(rows) + per_step - 1) / per_step;
        // The last batch of an epoch takes its missing rows from the start of the same order.
        const auto k =
            std::uint32_t((std::uint64_t(step % per_epoch) * per_step + i / width) % rows);
        return shuffled_row(k, rows, sampling.seed,
                            kBatchStream + std::uint64_t(step / per_epoch)) *
                   width +
               i % width;
    }
    return i;
}

// Where in its pixel sample `i` of a step lies, in pixels from the centre: anywhere in the area,
// and a pixel's two samples opposite each other (antithetic sampling), so that what is linear
// within the pixel adds no noise to their mean.
struct SampleOffset {
    float x = 0, y = 0;
};
REDRAW_NUMERIC SampleOffset sample_offset(const Sampling& sampling, std::int64_t step,
                                          std::uint32_t i) {
    if (sampling.samples == 1) return {};
    constexpr std::uint64_t kOffsetStream = 1ull << 62;  // apart from layers' and minibatches'
    const std::uint64_t bits =
        random_bits(sampling.seed, kOffsetStream + std::uint64_t(step), i / 2);
    const float x = float(bits >> 40) * 0x1p-24f - 0.5f;
    const float y = float(bits >> 16 & 0xffffff) * 0x1p-24f - 0.5f;
    return i % 2 ? SampleOffset{-x, -y} : SampleOffset{x, y};
}

}  // namespace redraw
