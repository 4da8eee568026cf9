// Chooses the pixels of a training step by a formula of (seed, step, i) that the CPU and CUDA code
// share. Minibatches thus need no stored state and no table of pixels. Plain values, any thread.
#pragma once

#include "engine/arithmetic.h"
#include "engine/network/config.h"
#include "engine/network/random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace redraw {

// Stratified sampling: divides the training picture into cells, and a training step sees one pixel
// of each cell. A batch covers the picture evenly, an epoch sees every pixel, and neighbours share
// cache lines of a grid's tables. Cells at the right and lower edge may overlap others, because all
// cells have the same size.
struct Strata {
    std::uint32_t width = 0, height = 0;  // size of a cell
    std::uint32_t stride = 1;  // from a step's pixel of a cell to the next step's; by sampling_of()
    std::uint32_t across = 0, down = 0;                                     // number of cells
    REDRAW_NUMERIC std::uint32_t pixels() const { return width * height; }  // pixels per cell
    REDRAW_NUMERIC std::uint32_t count() const { return across * down; }
    // Returns how many neighbours share a row in a step, so that their entries of a grid's tables
    // lie near each other in memory. Small cells mean small tables, where it would only make
    // neighbours alike (measured: bench/results/quality.md).
    REDRAW_NUMERIC std::uint32_t cells_of_row() const { return pixels() < 32 ? 1 : 16; }
};
// Divides the picture into about `batch` cells.
inline Strata strata_of(std::uint32_t width, std::uint32_t height, std::uint32_t batch) {
    const double pixels = double(width) * height / std::max(batch, 1u);  // pixels per cell
    Strata strata;
    strata.width = std::clamp(std::uint32_t(std::lround(std::sqrt(pixels))), 1u, width);
    strata.height = std::clamp(std::uint32_t(std::lround(pixels / strata.width)), 1u, height);
    strata.across = divide_up(width, strata.width);
    strata.down = divide_up(height, strata.height);
    return strata;
}

// The values of a Dataset that sample_index() and sample_offset() use.
struct Sampling {
    BatchMode batch = BatchMode::full;
    std::uint32_t width = 0, height = 0;  // size of the training picture
    std::uint32_t batch_pixels = 0;       // pixels per step; whole rows if `batch` is rows
    std::uint64_t seed = 1;
    Strata strata{};            // used if `batch` is stratified
    std::uint32_t samples = 1;  // samples per pixel: 1 at its centre, or 2 within its area
};

// Random streams of minibatches and of offsets within pixels; layers use other streams.
inline constexpr std::uint64_t kBatchStream = 1ull << 32, kOffsetStream = 1ull << 62;
// Where the rows of stratified batches begin in the batch's stream, beyond their columns.
inline constexpr std::uint32_t kRowStream = 1u << 31;

// Returns the k-th row of an epoch's shuffled order, without a table of rows. Every row occurs
// once: a four-round Feistel network with cycle-walking is a bijection of [0, rows).
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

// Returns the index (y * width + x) of the pixel of sample `i` in step `step` (0-based), the same
// on every backend. If a pixel has two samples, they follow each other. By `sampling.batch`:
//   random: a splitmix64 hash of (seed, step, i), scaled to the pixel count.
//   rows: whole rows, in an order shuffled per epoch by the same hash. Pixel i of the batch lies in
//   its row i / width.
//   stratified: one pixel of each cell, cell after cell; the next step sees the cells' next pixels.
//   full: pixel i.
REDRAW_NUMERIC std::uint32_t sample_index(const Sampling& sampling, std::int64_t step,
                                          std::uint32_t i) {
    const std::uint32_t width = sampling.width, rows = sampling.height;
    i /= sampling.samples;
    if (sampling.batch == BatchMode::random)
        return random_below(sampling.seed, kBatchStream + std::uint64_t(step), i, width * rows);
    if (sampling.batch == BatchMode::rows) {
        const std::uint32_t per_step = sampling.batch_pixels / width;
        const std::int64_t per_epoch = (std::int64_t(rows) + per_step - 1) / per_step;
        // Fills the last batch of an epoch with rows from the start of the same order.
        const auto k =
            std::uint32_t((std::uint64_t(step % per_epoch) * per_step + i / width) % rows);
        return shuffled_row(k, rows, sampling.seed,
                            kBatchStream + std::uint64_t(step / per_epoch)) *
                   width +
               i % width;
    }
    if (sampling.batch == BatchMode::stratified) {
        // Visits the pixels of all cells in the same order, but starts at a random column of each
        // cell and at a random row that some neighbours share.
        const Strata& strata = sampling.strata;
        const std::uint64_t epoch = kBatchStream + std::uint64_t(step / strata.pixels());
        const auto shift =
            std::uint32_t(std::uint64_t(step % strata.pixels()) * strata.stride % strata.pixels());
        const std::uint32_t column = random_below(sampling.seed, epoch, i, strata.width);
        const std::uint32_t row = random_below(
            sampling.seed, epoch, kRowStream + i / strata.cells_of_row(), strata.height);
        const std::uint32_t x = i % strata.across * strata.width;
        const std::uint32_t y = i / strata.across * strata.height;
        const std::uint32_t last_x = width - strata.width, last_y = rows - strata.height;
        return ((y < last_y ? y : last_y) + (row + shift / strata.width) % strata.height) * width +
               (x < last_x ? x : last_x) + (column + shift % strata.width) % strata.width;
    }
    return i;
}

// The offset of sample `i` of a step from its pixel's centre, in pixels. A pixel's two samples lie
// opposite each other (antithetic sampling), so that linear variation adds no noise to their mean.
// Three pixels of four are sampled in two opposite centres of their quarters, which is where
// renders at the training size look: such means have less noise. The others are sampled anywhere,
// so that the network is also right between those places (measured: bench/results/quality.md).
struct SampleOffset {
    float x = 0, y = 0;
};
REDRAW_NUMERIC SampleOffset sample_offset(const Sampling& sampling, std::int64_t step,
                                          std::uint32_t i) {
    if (sampling.samples == 1) return {};
    const std::uint64_t bits =
        random_bits(sampling.seed, kOffsetStream + std::uint64_t(step), i / 2);
    float x = float(bits >> 40) * 0x1p-24f - 0.5f;
    float y = float(bits >> 16 & 0xffffff) * 0x1p-24f - 0.5f;
    if ((bits & 3) != 0) {
        x = x < 0 ? -0.25f : 0.25f;
        y = y < 0 ? -0.25f : 0.25f;
    }
    return i % 2 ? SampleOffset{-x, -y} : SampleOffset{x, y};
}

}  // namespace redraw
