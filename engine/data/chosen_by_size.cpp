#include "engine/data/chosen_by_size.h"

#include <algorithm>

namespace redraw {
namespace {

int longer_side(PixelSize size) {
    return std::max(size.width, size.height);
}

// Cells of half an area pixel: the network is what varies within it.
int automatic_finest(PixelModel pixel, PixelSize size) {
    return pixel == PixelModel::area ? 2 * longer_side(size) : longer_side(size);
}

double automatic_sigma(PixelSize size) {
    return std::clamp(0.05 * longer_side(size), 3.0, 40.0);
}

}  // namespace

double automatic_first_omega(OutputMap output, PixelSize size) {
    const double share = output == OutputMap::sigmoid ? 0.2 : 0.3;
    return std::clamp(share * longer_side(size), 30.0, 200.0);
}

void choose_by_size(NetworkSpec& network, PixelSize size) {
    if (network.first_omega == 0) network.first_omega = automatic_first_omega(network.output, size);
    if (network.encoding == Encoding::fourier && network.fourier.sigma == 0)
        network.fourier.sigma = automatic_sigma(size);
    if (network.encoding == Encoding::grid && network.grid.finest == 0)
        network.grid.finest = automatic_finest(network.pixel, size);
}

void leave_open(NetworkSpec& network, PixelSize size) {
    if (network.first_omega == automatic_first_omega(network.output, size)) network.first_omega = 0;
    if (network.fourier.sigma == automatic_sigma(size)) network.fourier.sigma = 0;
    if (network.grid.finest == automatic_finest(network.pixel, size)) network.grid.finest = 0;
    if (network.encoding ==
        Encoding::window) {  // chosen_by_picture.h: the picture will say it again
        network.pixel = PixelModel::automatic;
        network.window.tones = Tones::automatic;
        network.window.made_by = {};
    }
}

}  // namespace redraw
