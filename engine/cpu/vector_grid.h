// The multi-resolution grid of all vector kernel sets. Cells, entries and weights are computed for
// kLanes samples at once, then table numbers are read one after the other. A table can be far
// larger than a cache. Most time is then spent waiting for cache lines, so many are requested at
// once. Include this file as described in vector.h.
#pragma once

#include "engine/cpu/kernels.h"
#include "engine/cpu/vector.h"
#include "engine/network/encodings.h"

namespace redraw::cpu {
namespace {

using CellLanes = std::uint32_t __attribute__((vector_size(kLanes * 4)));

// Computes encodings.h's grid_place() and grid_corners() for kLanes samples.
struct PlaceLanes {
    CellLanes cell;
    Vec fraction;
};
REDRAW_VECTOR PlaceLanes places_along(int cells, GridAxis axis, Vec coordinate) {
    const int end = axis.first + axis.count;
    const Vec first(float(axis.first)), last = Vec(float(end));
    Vec at = (coordinate + Vec(1.0f)) * Vec(0.5f) * Vec(float(cells));
    at = choose(at > first, at, first);
    const IntLanes whole = __builtin_convertvector(choose(at < last, at, last).lanes, IntLanes);
    const IntLanes cell = whole < end ? whole : end - 1 + IntLanes{};
    const Vec fraction = at - Vec(__builtin_convertvector(cell, FloatLanes));
    return {reinterpret_cast<CellLanes>(cell), choose(fraction < Vec(1.0f), fraction, Vec(1.0f))};
}

// The next kLanes samples of a batch. Lanes beyond the end of the batch repeat the first sample.
struct PointLanes {
    Vec x, y;
    int count;
};
REDRAW_VECTOR PointLanes points_at(const Coordinates* at, int left) {
    const int count = left < kLanes ? left : kLanes;
    float x[kLanes], y[kLanes];
    for (int i = 0; i < kLanes; ++i) {
        const Coordinates sample = at[i < count ? i : 0];
        x[i] = sample.x;
        y[i] = sample.y;
    }
    return {load(x), load(y), count};
}

struct CornerLanes {
    std::uint32_t entry[4][kLanes];
    float weight[4][kLanes];
};
REDRAW_VECTOR void corners_of(const GridLevel& level, const PointLanes& points, CornerLanes& to) {
    const PlaceLanes across = places_along(level.cells, level.columns, points.x);
    const PlaceLanes down = places_along(level.cells, level.rows, points.y);
    const Vec one(1.0f);
    for (std::uint32_t c = 0; c < 4; ++c) {
        const CellLanes column = across.cell + (c & 1), row = down.cell + (c >> 1);
        const CellLanes entry = level.hashed ? (column ^ row * 2654435761u) & (level.entries - 1)
                                             : (row - std::uint32_t(level.rows.first)) *
                                                       std::uint32_t(level.columns.count + 1) +
                                                   column - std::uint32_t(level.columns.first);
        __builtin_memcpy(to.entry[c], &entry, sizeof entry);
        store(to.weight[c], (c & 1 ? across.fraction : one - across.fraction) *
                                (c >> 1 ? down.fraction : one - down.fraction));
    }
}

// Calls `run` with the number of features per corner as a constant, so that loops over them become
// one or two instructions.
template <int features = kMostGridFeatures, class Run>
void with_features(int wanted, const Run& run) {
    if constexpr (features > 1) {
        if (wanted < features) return with_features<features - 1>(wanted, run);
    }
    run.template operator()<features>();
}

// Computes the grid features of `count` samples. Prefetches the cache lines of all levels before
// reading any of them.
void encode(const GridPlan& plan, const float* tables, const Coordinates* at, int count,
            float* inputs) {
    with_features(plan.features, [&]<int features>() {
        CornerLanes corners[kMostGridLevels];
        for (int first = 0; first < count; first += kLanes) {
            const PointLanes points = points_at(at + first, count - first);
            for (int l = 0; l < plan.level_count; ++l) {
                corners_of(plan.levels[l], points, corners[l]);
                const float* table = tables + plan.levels[l].first;
                for (int c = 0; c < 4; ++c)
                    for (int i = 0; i < points.count; ++i)
                        __builtin_prefetch(table + std::size_t(corners[l].entry[c][i]) * features);
            }
            for (int l = 0; l < plan.level_count; ++l) {
                const float* table = tables + plan.levels[l].first;
                for (int i = 0; i < points.count; ++i) {
                    float sums[features] = {};
                    for (int c = 0; c < 4; ++c) {
                        const float* entry = table + std::size_t(corners[l].entry[c][i]) * features;
                        for (int f = 0; f < features; ++f)
                            sums[f] += corners[l].weight[c][i] * entry[f];
                    }
                    for (int f = 0; f < features; ++f)
                        inputs[input_at(plan.panel_stride, first + i, l * features + f)] = sums[f];
                }
            }
        }
    });
}

void add_table_gradients(const GridPlan& plan, int l, const Coordinates* at, int count,
                         const float* by_features, float* by_tables, std::uint8_t* touched) {
    with_features(plan.features, [&]<int features>() {
        const GridLevel& level = plan.levels[l];
        const auto number_of = [&](std::uint32_t entry) {
            return level.first + std::size_t(entry) * features;
        };
        CornerLanes corners[2];  // corners around the current and the next samples
        const auto fetch = [&](int first) {
            if (first >= count) return;
            CornerLanes& to = corners[first / kLanes % 2];
            corners_of(level, points_at(at + first, count - first), to);
            for (int c = 0; c < 4; ++c)
                for (int i = 0; i < kLanes; ++i)
                    __builtin_prefetch(by_tables + number_of(to.entry[c][i]), 1);
        };
        fetch(0);
        for (int first = 0; first < count; first += kLanes) {
            fetch(first + kLanes);
            const CornerLanes& to = corners[first / kLanes % 2];
            const int some = count - first < kLanes ? count - first : kLanes;
            for (int i = 0; i < some; ++i, by_features += features)
                for (int c = 0; c < 4; ++c) {
                    const std::size_t number = number_of(to.entry[c][i]);
                    if (touched) mark_lines<features>(touched, number);
                    for (int f = 0; f < features; ++f)
                        by_tables[number + f] += to.weight[c][i] * by_features[f];
                }
        }
    });
}

}  // namespace
}  // namespace redraw::cpu
