#include "engine/film/change.h"

#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/image/image_writer.h"

#include <cmath>

namespace redraw {

Grid change_grid(const Grid& picture) {
    constexpr int kLongerSide = 64;
    const PixelSize size = with_longer_side({picture.width, picture.height}, kLongerSide);
    return resized(picture, size.width, size.height);
}

std::vector<std::uint8_t> levels_of(const Image& drawing) {
    std::vector<std::uint8_t> levels;
    levels.reserve(drawing.values.size());
    for (const float value : drawing.values) levels.push_back(std::uint8_t(quantise(value, 255)));
    return levels;
}

float visible_change(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after) {
    REDRAW_CHECK(before.size() == after.size() && !after.empty(), "two drawings of one size");
    double sum = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const int difference = int(after[i]) - int(before[i]);
        sum += difference * difference;
    }
    return float(std::sqrt(sum / double(after.size())));
}

}  // namespace redraw
