#include "engine/training/chosen_by_picture.h"

#include "engine/enlarge/halving_estimate.h"
#include "engine/enlarge/internal_examples.h"
#include "engine/training/automatic.h"

namespace redraw {

Config chosen_by_picture(Config config, const Image& target) {
    if (config.network.encoding != Encoding::window) return config;
    WindowSpec& window = config.network.window;
    if (window.tones == Tones::automatic)
        window.tones = is_line_drawing(target) ? Tones::absolute : Tones::relative;
    if (window.made_by == HalvingMix{}) window.made_by = estimated_halving(luminance(target));
    return config;
}

}  // namespace redraw
