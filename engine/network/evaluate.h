// Evaluates a coordinate network at single points, in plain fp32: for a few hundred points, where
// no backend is needed.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <span>
#include <vector>

namespace redraw {

// `points`: x and y of each, in the plane of grid.h. Returns the output layer's numbers as they are
// drawn, not clamped, [points][channels]. Precondition: no encoding by windows.
std::vector<float> evaluate(const NetworkSpec& network, int channels,
                            std::span<const float> parameters, std::span<const float> points);

// The places of the parameters that evaluate() reads there, in order.
std::vector<std::size_t> parameters_read_at(const NetworkSpec& network, int channels,
                                            std::span<const float> points);

}  // namespace redraw
