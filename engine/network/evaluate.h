// Evaluates a coordinate network at single points, in plain fp32 on the CPU. Meant for a few
// hundred points, for which no backend is needed.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <span>
#include <vector>

namespace redraw {

// Evaluates the network at `points`: x and y of each, in the plane of grid.h. Returns the pixel
// values, not clamped, as [points][channels]. Precondition: no window encoding.
std::vector<float> evaluate(const NetworkSpec& network, int channels,
                            std::span<const float> parameters, std::span<const float> points);

// Returns the indices of the parameters that evaluate() reads at these points, ascending.
std::vector<std::size_t> parameters_read_at(const NetworkSpec& network, int channels,
                                            std::span<const float> points);

}  // namespace redraw
