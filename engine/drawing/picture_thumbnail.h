// A picture as the library, the top bar and the list of many pictures show it. Any thread.
#pragma once

#include "engine/image/image.h"

#include <filesystem>

namespace redraw {

// A picture of any size at the size of a thumbnail; at least a pixel high and wide.
Image thumbnail_of(const Image& picture);
// The same of a picture's file, which is not in memory as a whole where it is read by rows. Throws
// Error.
Image load_thumbnail(const std::filesystem::path& picture);

}  // namespace redraw
