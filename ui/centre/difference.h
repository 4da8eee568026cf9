// The error map: how far the drawing is from what it is held against, at each of its samples, as
// colours whose lightness tells how much, so that they read the same to every eye. Pure.
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
    float gain = 1;          // 4: a quarter of the range is already the lightest colour
    bool with_sign = false;  // which of the two is lighter, too
    int stride = 1;          // every so many samples of the drawing are mapped
};

// The drawing samples `part`, the reference `reference_part`, which is read at the sample whose
// pixel holds the place.
DifferenceMap difference_map(const Image& drawing, const Grid& part, const Image& reference,
                             const Grid& reference_part, const DifferenceScale& scale);

// The map of a drawing at screen resolution, where neighbours are much alike: it takes about a
// millisecond on any screen.
int screen_stride(int width, int height);

// The colour of an error in [0, 1].
ImU32 error_colour(float error);
// The colour of a difference in [-1, 1]: blue where the drawing is darker, amber where it is
// lighter; what differs equally is equally light.
ImU32 signed_colour(float difference);

}  // namespace redraw::ui
