// How freely a network may draw between the pixels: one word for the number that decides it, which
// is the first omega, the Fourier features' sigma or the grid's finest level. It is no setting of
// its own: it is read from those and sets them. Pure functions.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

#include <optional>

namespace redraw {

enum class Smoothness { crisp, balanced, smooth };

template <>
inline constexpr Named<Smoothness> kNames<Smoothness>[] = {{Smoothness::crisp, "crisp"},
                                                           {Smoothness::balanced, "balanced"},
                                                           {Smoothness::smooth, "smooth"}};

// False where none of the network's numbers stands for it: no encoding, and no sines.
bool has_smoothness(const NetworkSpec& network);

// `longer_side` of the picture at the size it is learned at, at least 1. Nothing where the numbers
// are one's own, or there are none.
std::optional<Smoothness> smoothness_of(const NetworkSpec& network, int longer_side);
// Leaves the numbers open where they are as the size chooses them (0 in config.h), so that they
// follow it. A network without smoothness stays as it is.
NetworkSpec with_smoothness(NetworkSpec network, Smoothness smoothness, int longer_side);
// The network for another size: as smooth there as it was, or with numbers of one's own as they
// are.
NetworkSpec as_smooth_at(NetworkSpec network, int side_before, int side_now);

}  // namespace redraw
