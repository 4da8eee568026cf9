// How much a drawing changes to the eye from one keyframe to the next: measured on small drawings
// of the whole picture, the same ones whatever the size of the film.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

Grid change_grid(const Grid& picture);  // of those small drawings
// What a screen can show of a drawing.
std::vector<std::uint8_t> levels_of(const Image& drawing);
// The root of the mean squared difference of two drawings' levels.
float visible_change(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after);

}  // namespace redraw
