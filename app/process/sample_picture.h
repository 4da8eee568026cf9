// The sample picture that comes with Redraw.
#pragma once

#include <filesystem>

namespace redraw {

// Finds the sample picture, installed or in the source tree. Empty if it is missing.
std::filesystem::path sample_picture();

}  // namespace redraw
