// A picture as the library and the top bar show it. Pure.
#pragma once

#include "engine/image/image.h"

namespace redraw {

// A picture of any size at the size of a thumbnail; at least a pixel high and wide.
Image thumbnail_of(const Image& picture);

}  // namespace redraw
