// A grid encoding's tables on the device (engine/network/encodings.h): interpolates a level's
// features at a position, and adds their gradients back to the tables.
//
// Many pixels share a table entry, and devices do not guarantee an order, but a run must resume bit
// for bit. Gradients are therefore added as integers, whose sums do not depend on the order: one
// 64-bit atomic addition for each corner and feature of a sample. A fixed order of floats would
// need the pixels sorted in every step, since hashed entries and minibatches follow no formula.
//
// The integer's unit is 2^-52. The loss is a mean over the batch, so gradients do not grow with the
// batch. A sample's contribution is clamped to 2^10 / (pixels in the batch), so a sum stays within
// 2^10, or 2^11 if pixels have two samples; overflow begins at 2^11. A clamped sample is one whose
// pixel's loss changes over 1024 times as much as a feature.
// Rounding is at most 2^-53: for a million pixels at 50 dB, where a channel adds 1e-10, a relative
// error of a millionth. NaN adds nothing; the layers' gradients are NaN then too, and the loss
// reports it.
#pragma once

#include "cuda/path.h"
#include "engine/network/encodings.h"

#include <algorithm>

namespace redraw::cuda {

struct GridTables {
    int levels = 0, features = 0;
    GridLevel level[kMostGridLevels];
};
inline GridTables grid_tables(const NetworkSpec& network) {
    const std::vector<GridLevel> levels = grid_levels(network);
    GridTables tables;
    tables.levels = int(levels.size());
    tables.features = levels.empty() ? 0 : network.grid.features;
    std::copy(levels.begin(), levels.end(), tables.level);
    return tables;
}

// The four corners around a position in one level.
struct GridPoint {
    std::size_t number[4];  // index of the corner's first feature in the parameters
    float weight[4];
};
__device__ __forceinline__ GridPoint grid_point(const GridTables& tables, int l, float2 at) {
    const GridLevel& level = tables.level[l];
    const GridCorners corners = grid_corners(level, at.x, at.y);
    GridPoint point;
    REDRAW_UNROLL
    for (int i = 0; i < 4; ++i) {
        point.number[i] =
            level.first + std::size_t(corners.entry[i]) * std::size_t(tables.features);
        point.weight[i] = corners.weight[i];
    }
    return point;
}

__device__ __forceinline__ float feature_at(const GridPoint& point, int f,
                                            const float* parameters) {
    float sum = 0;
    REDRAW_UNROLL
    for (int i = 0; i < 4; ++i)
        sum = ::fmaf(point.weight[i], parameters[point.number[i] + std::size_t(f)], sum);
    return sum;
}

// Sums of the gradients of all table numbers; zero before a step, read and cleared by its update.
using TableSum = unsigned long long;
struct TableSums {
    TableSum* sums = nullptr;
    float most = 0;  // limit of a sample's contribution
};
inline TableSums table_sums(TableSum* sums, int batch_pixels) {
    return {sums, 1024 / float(batch_pixels)};
}

__device__ __forceinline__ void add_gradient_by_feature(const TableSums& to, const GridPoint& point,
                                                        int f, float gradient) {
    const float held = gradient > to.most ? to.most : gradient < -to.most ? -to.most : gradient;
    REDRAW_UNROLL
    for (int i = 0; i < 4; ++i) {
        const float share = point.weight[i] * held;
        const long long units = share == share ? ::llrintf(share * 0x1p52f) : 0;
        if (units != 0) atomicAdd(to.sums + point.number[i] + f, TableSum(units));
    }
}

__device__ __forceinline__ float take_gradient(TableSum& sum) {
    const float gradient = float(static_cast<long long>(sum)) * 0x1p-52f;
    sum = 0;
    return gradient;
}

}  // namespace redraw::cuda
