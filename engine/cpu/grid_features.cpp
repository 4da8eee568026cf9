#include "engine/cpu/grid_features.h"

#include "engine/cpu/kernels.h"

#include <atomic>

namespace redraw::cpu {

namespace {

// Features of a corner as a constant: loops over them become an instruction or two.
template <int features = kMostGridFeatures, class Run>
void with_features(int wanted, const Run& run) {
    if constexpr (features > 1) {
        if (wanted < features) return with_features<features - 1>(wanted, run);
    }
    run.template operator()<features>();
}

// Of several threads, all of which write the same.
void mark(std::uint8_t& touched) {
    std::atomic_ref(touched).store(1, std::memory_order_relaxed);
}

}  // namespace

GridFeatures::GridFeatures(const NetworkSpec& network, std::size_t panel_stride)
    : levels_(grid_levels(network)),
      features_(network.grid.features),
      panel_stride_(panel_stride) {}

template <int features>
void GridFeatures::encode(const float* tables, Coordinates at, int p, float* inputs) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const GridLevel& level = levels_[l];
        const GridCorners corners = grid_corners(level, at.x, at.y);
        float sums[features] = {};
        for (int c = 0; c < 4; ++c) {
            const float* entry = tables + level.first + std::size_t(corners.entry[c]) * features;
            for (int f = 0; f < features; ++f) sums[f] += corners.weight[c] * entry[f];
        }
        for (int f = 0; f < features; ++f)
            inputs[input_at(panel_stride_, p, int(l) * features + f)] = sums[f];
    }
}

void GridFeatures::encode(const float* tables, Coordinates at, int p, float* inputs) const {
    with_features(features_, [&]<int features>() { encode<features>(tables, at, p, inputs); });
}

void GridFeatures::gather(const float* by_inputs, int first, int count, int batch,
                          float* by_features) const {
    for (int l = 0; l < int(levels_.size()); ++l) {
        float* to = by_features + (std::size_t(l) * batch + first) * features_;
        for (int p = 0; p < count; ++p)
            for (int f = 0; f < features_; ++f)
                *to++ = by_inputs[input_at(panel_stride_, p, l * features_ + f)];
    }
}

template <int features>
void GridFeatures::add_gradients(std::size_t l, std::span<const Coordinates> batch,
                                 const float* by_features, float* by_tables,
                                 std::uint8_t* touched) const {
    const GridLevel& level = levels_[l];
    by_features += l * batch.size() * features;
    for (const Coordinates at : batch) {
        const GridCorners corners = grid_corners(level, at.x, at.y);
        for (int c = 0; c < 4; ++c) {
            const std::size_t first = level.first + std::size_t(corners.entry[c]) * features;
            float* entry = by_tables + first;
            if (touched) {
                mark(touched[first / kPanel]);
                mark(touched[(first + features - 1) / kPanel]);
            }
            for (int f = 0; f < features; ++f) entry[f] += corners.weight[c] * by_features[f];
        }
        by_features += features;
    }
}

void GridFeatures::add_gradients(std::size_t l, std::span<const Coordinates> batch,
                                 const float* by_features, float* by_tables,
                                 std::uint8_t* touched) const {
    with_features(features_, [&]<int features>() {
        add_gradients<features>(l, batch, by_features, by_tables, touched);
    });
}

}  // namespace redraw::cpu
