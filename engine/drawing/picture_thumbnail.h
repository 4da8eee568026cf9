// Makes thumbnails, for example for the library, the top bar and contact sheets. Any thread.
#pragma once

#include "engine/image/image.h"

#include <filesystem>

namespace redraw {

// Makes the thumbnail of a picture of any size; a thumbnail has at least one pixel.
Image thumbnail_of(const Image& picture);
// Makes the thumbnail of a picture file, read by rows if the format allows. Throws Error.
Image load_thumbnail(const std::filesystem::path& picture);

}  // namespace redraw
