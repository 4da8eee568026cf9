// The error map: the difference between a render ("drawing") and its reference, as colours.
// Lightness shows the size of the error, so the map also works with colour blindness. Pure
// functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <imgui.h>

#include <cstdint>
#include <vector>

namespace redraw::ui {

struct DifferenceMap {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

struct DifferenceScale {
    float gain = 1;          // 4: an error of 1/4 already gets the lightest colour
    bool with_sign = false;  // the hue shows whether the render is lighter or darker
    int stride = 1;          // maps every stride-th sample across and down the render
};

// Returns the error map; transparent if drawing and reference differ in their number of channels.
// `part` and `reference_part`: the areas that drawing and reference show.
// Each pixel is compared with the reference's sample at the same point; the colour for no
// difference is used outside the reference.
DifferenceMap difference_map(const Image& drawing, const Grid& part, const Image& reference,
                             const Grid& reference_part, const DifferenceScale& scale);

// Returns the stride for a render at screen resolution, where neighbouring pixels are similar. The
// stride limits the map to about half a million pixels, so that computing it takes milliseconds.
int screen_stride(int width, int height);

// Returns the colour of an error in [0, 1].
ImU32 error_colour(float error);
// Returns the colour of a signed difference in [-1, 1]: blue if the drawing is darker, amber if
// lighter. Equal differences get equal lightness.
ImU32 signed_colour(float difference);

}  // namespace redraw::ui
