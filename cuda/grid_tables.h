// A grid's tables on the device (engine/network/encodings.h): from a position to the features
// of a level, and from the gradients by those back to the tables.
//
// Many pixels share an entry, in an order that no device promises, and a run resumes bit for bit.
// So gradients are added as integers, whose sums have no order, one 64-bit atomic addition for each
// of a pixel's corners. Gathering each entry's pixels in a fixed order would need them sorted every
// step: hashed entries and minibatches have no formula for it.
//
// The unit is 2^-52. The loss is a mean over the batch, so gradients do not grow with it: what a
// pixel adds is held within 2^10 / batch, and a sum within 2^10, where 2^11 would overflow. That is
// a pixel whose own loss changes by 1024 when a feature changes by 1. A pixel's share is rounded by
// at most 2^-53: of a million pixels, where one of three channels adds 1e-10 at 50 dB, by a
// millionth of itself. What is not a number adds nothing: the layers' gradients then are not
// numbers either, and the step's loss says so.
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

// The corners of a position in one level.
struct GridPoint {
    std::size_t number[4];  // the first of the corner's features in the parameters
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

// Sums of gradients by every number of the tables: zero before a step, and taken by its update.
using TableSum = unsigned long long;
struct TableSums {
    TableSum* sums = nullptr;
    float most = 0;  // of a pixel
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
