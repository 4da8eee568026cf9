// Makes the small pictures that the library, the top bar and the batch list show. Any thread.
#pragma once

#include "engine/image/image.h"

#include <filesystem>

namespace redraw {

// The thumbnail of a picture of any size; at least a pixel high and wide.
Image thumbnail_of(const Image& picture);
// The same of a picture's file, read by rows where it can be. Throws Error.
Image load_thumbnail(const std::filesystem::path& picture);

}  // namespace redraw
