// Evaluates a coordinate network at single points, in plain fp32 on the CPU. Meant for a few
// hundred points, for which no backend is needed.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace redraw {

// Calls work(item) once for every item in [0, items), perhaps on several threads at a time, and
// returns when all are done. in_turn() uses the calling thread only.
using InParallel = std::function<void(int items, const std::function<void(int item)>& work)>;
inline void in_turn(int items, const std::function<void(int item)>& work) {
    for (int item = 0; item < items; ++item) work(item);
}

// Evaluates the network at `points`: x and y of each, in the plane of engine/image/grid.h. Returns
// the pixel values, not clamped, as [points][channels]. Precondition: no window encoding. The
// result does not depend on `in_parallel`.
std::vector<float> evaluate(const NetworkSpec& network, int channels,
                            std::span<const float> parameters, std::span<const float> points,
                            const InParallel& in_parallel = in_turn);

// Returns the indices of the parameters that evaluate() reads at these points, ascending.
std::vector<std::size_t> parameters_read_at(const NetworkSpec& network, int channels,
                                            std::span<const float> points);

}  // namespace redraw
