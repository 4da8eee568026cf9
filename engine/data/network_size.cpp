#include "engine/data/network_size.h"

#include "engine/network/grid_encoding.h"
#include "engine/network/parameters.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr int kFewestBits = 4, kMostBits = 24;  // of a table
constexpr int kLayersShare = 4;  // of a grid's numbers: the layers have at most a fourth
// Cells of the coarsest level: it grows to automatic_base where that fills what the tables leave.
constexpr int kCoarsest = 16;

bool fits(const NetworkSpec& network, std::int64_t most, int channels) {
    return std::int64_t(parameter_count(network, channels)) <= most;
}

// The largest value of [low, high] that holds, as all below it do; `low` where none does.
template <class Holds>
int largest(int low, int high, const Holds& holds) {
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (holds(middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

void choose_tables(NetworkSpec& network, std::int64_t most, int channels) {
    const auto fits_with = [&](int GridSpec::*field) {
        return [&, field](int value) {
            NetworkSpec candidate = network;
            candidate.grid.*field = value;
            return fits(candidate, most, channels);
        };
    };
    const auto layers = [&] {
        return std::int64_t(parameter_count(network, channels) - grid_parameters(network));
    };
    while (layers() > most / kLayersShare && std::ranges::max(network.layers) > 1)
        for (int& width : network.layers) width = std::max(1, width / 2);
    GridSpec& grid = network.grid;
    const int coarsest = automatic_base(grid.finest);
    grid.base = std::min(kCoarsest, coarsest);
    grid.table_bits = largest(kFewestBits, kMostBits, fits_with(&GridSpec::table_bits));
    grid.base = largest(grid.base, coarsest, fits_with(&GridSpec::base));
}

void choose_widths(NetworkSpec& network, std::int64_t most, int channels) {
    if (fits(network, most, channels) && !fits(network, most * 9 / 10, channels)) return;
    constexpr int kParts = 256;  // of the factor
    const auto scaled = [widths = network.layers](int factor) {
        std::vector<int> layers;
        for (const int width : widths)
            layers.push_back(int(
                std::clamp<std::int64_t>(std::int64_t(width) * factor / kParts, 1, kWidestLayer)));
        return layers;
    };
    network.layers = scaled(largest(1, kParts * kWidestLayer, [&](int factor) {
        NetworkSpec candidate = network;
        candidate.layers = scaled(factor);
        return fits(candidate, most, channels);
    }));
}

}  // namespace

int automatic_base(int finest) {
    // Six levels fetch a fourth less than eight, and from so many cells on are as close or closer
    // from 200 to 6000 pixels a side, whatever the seed; from 16 on two seeds of five lose a line
    // drawing, from 128 on 24 megapixels are 0.4 dB behind (docs/quality.md).
    constexpr int kMostCoarsest = 64;
    return std::clamp(finest / 8, 1, kMostCoarsest);
}

void choose_by_parameters(NetworkSpec& network, int channels) {
    if (network.encoding == Encoding::grid)
        choose_tables(network, network.parameters, channels);
    else if (network.encoding != Encoding::window)
        choose_widths(network, network.parameters, channels);
}

}  // namespace redraw
