#include "engine/data/smoothness.h"

#include "engine/data/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

// Of what the picture's size chooses (resolve.h): a first omega of 0.3, 0.2 and 0.12 of the
// longer side, a sigma of 0.05, 0.033 and 0.02, finest cells of 1, 1.33 and 2 pixels. Shares and
// not numbers, so that the three stay apart where the size's own choice is at its bounds. What they
// are worth on the pixels and between them: docs/quality.md.
struct Shares {
    Smoothness smoothness;
    double first_omega, sigma, finest;
};
constexpr std::array kShares{
    Shares{Smoothness::crisp, 1, 1, 1},
    Shares{Smoothness::balanced, 2.0 / 3, 2.0 / 3, 0.75},
    Shares{Smoothness::smooth, 0.4, 0.4, 0.5},
};

const Shares& shares_of(Smoothness smoothness) {
    return *std::find_if(kShares.begin(), kShares.end(),
                         [&](const Shares& shares) { return shares.smoothness == smoothness; });
}

double share_of(const Shares& shares, Encoding encoding) {
    return encoding == Encoding::fourier ? shares.sigma
           : encoding == Encoding::grid  ? shares.finest
                                         : shares.first_omega;
}

double detail(const NetworkSpec& network) {
    return network.encoding == Encoding::fourier ? network.fourier.sigma
           : network.encoding == Encoding::grid  ? network.grid.finest
                                                 : network.first_omega;
}

// 0 leaves it open.
void set_detail(NetworkSpec& network, double value) {
    const double rounded = std::round(value * 100) / 100;
    if (network.encoding == Encoding::fourier)
        network.fourier.sigma = rounded;
    else if (network.encoding == Encoding::grid)
        network.grid.finest = int(value);
    else
        network.first_omega = rounded;
}

double resolved_detail(NetworkSpec network, int longer_side) {
    choose_by_size(network, {longer_side, longer_side});
    return detail(network);
}

}  // namespace

bool has_smoothness(const NetworkSpec& network) {
    if (network.encoding == Encoding::window) return false;
    return network.encoding != Encoding::none || network.activation == Activation::sine;
}

NetworkSpec with_smoothness(NetworkSpec network, Smoothness smoothness, int longer_side) {
    if (!has_smoothness(network)) return network;
    set_detail(network, 0);
    const double share = share_of(shares_of(smoothness), network.encoding);
    if (share != 1)
        set_detail(network, std::max(1.0, share * resolved_detail(network, longer_side)));
    return network;
}

std::optional<Smoothness> smoothness_of(const NetworkSpec& network, int longer_side) {
    if (!has_smoothness(network)) return std::nullopt;
    const double now = resolved_detail(network, longer_side);
    for (const auto& [smoothness, name] : kNames<Smoothness>)
        if (resolved_detail(with_smoothness(network, smoothness, longer_side), longer_side) == now)
            return smoothness;
    return std::nullopt;
}

NetworkSpec as_smooth_at(NetworkSpec network, int side_before, int side_now) {
    const auto smoothness = smoothness_of(network, side_before);
    return smoothness ? with_smoothness(std::move(network), *smoothness, side_now) : network;
}

}  // namespace redraw
