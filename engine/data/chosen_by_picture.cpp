#include "engine/data/chosen_by_picture.h"

#include "engine/data/automatic.h"
#include "engine/data/halving_estimate.h"
#include "engine/data/internal_examples.h"

namespace redraw {

Config chosen_by_picture(Config config, const Image& target) {
    PixelModel& pixel = config.network.pixel;
    if (config.network.encoding != Encoding::window) {
        if (pixel == PixelModel::automatic)
            pixel = config.optimizer.loss == Loss::bce || is_line_drawing(target)
                        ? PixelModel::point
                        : PixelModel::area;
        return config;
    }
    if (pixel == PixelModel::automatic) pixel = PixelModel::point;
    WindowSpec& window = config.network.window;
    if (window.tones == Tones::automatic)
        window.tones = is_line_drawing(target) ? Tones::absolute : Tones::relative;
    if (window.made_by == HalvingMix{}) window.made_by = estimated_halving(luminance(target));
    return config;
}

Config pixel_left_open(Config config, const Image& target) {
    Config open = config;
    if (open.network.pixel == PixelModel::automatic) return open;
    open.network.pixel = PixelModel::automatic;
    return chosen_by_picture(open, target).network.pixel == config.network.pixel ? open : config;
}

}  // namespace redraw
