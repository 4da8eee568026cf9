#include "engine/data/resolve.h"

#include "engine/data/automatic.h"
#include "engine/data/halving_estimate.h"
#include "engine/data/internal_examples.h"

#include <algorithm>

namespace redraw {
namespace {

int longer_side(PixelSize size) {
    return std::max(size.width, size.height);
}

PixelModel automatic_pixel(const Config& request, const Image& target) {
    const bool points = request.network.encoding == Encoding::window ||
                        request.optimizer.loss == Loss::bce || is_line_drawing(target);
    return points ? PixelModel::point : PixelModel::area;
}

}  // namespace

Config resolve(Config request, const Image& target) {
    NetworkSpec& network = request.network;
    if (network.pixel == PixelModel::automatic) network.pixel = automatic_pixel(request, target);
    if (network.encoding == Encoding::window) {
        WindowSpec& window = network.window;
        if (window.tones == Tones::automatic)
            window.tones = is_line_drawing(target) ? Tones::absolute : Tones::relative;
        if (window.made_by == HalvingMix{}) window.made_by = estimated_halving(luminance(target));
    }
    choose_by_size(network, {target.width, target.height});
    return request;
}

void choose_by_size(NetworkSpec& network, PixelSize size) {
    if (network.first_omega == 0) network.first_omega = automatic_first_omega(network.output, size);
    if (network.encoding == Encoding::fourier && network.fourier.sigma == 0)
        network.fourier.sigma = std::clamp(0.05 * longer_side(size), 3.0, 40.0);
    // Cells of half an area pixel: the network is what varies within it.
    if (network.encoding == Encoding::grid && network.grid.finest == 0)
        network.grid.finest = longer_side(size) * (network.pixel == PixelModel::area ? 2 : 1);
}

double automatic_first_omega(OutputMap output, PixelSize size) {
    const double share = output == OutputMap::sigmoid ? 0.2 : 0.3;
    return std::clamp(share * longer_side(size), 30.0, 200.0);
}

}  // namespace redraw
