// The network and plain interpolations side by side: PSNR and SSIM in a column each, the closest
// one framed.
#pragma once

#include "engine/image/quality.h"
#include "ui/state/context.h"

#include <cstddef>
#include <span>
#include <string>

namespace redraw {

inline constexpr double kSameDecibels = 0.05;  // nobody could tell

// The index of the method with the highest PSNR; of equal ones the first.
std::size_t closest(std::span<const Quality> methods);

// Of the interpolations, under the name that a sentence has for it.
Quality best_interpolation(std::span<const Quality> methods);

// Over the width of what it lies in; dashes while there is nothing measured. `help` says what was
// measured.
void draw_quality_table(Ui& ui, std::span<const Quality> methods, const std::string& help);

}  // namespace redraw
