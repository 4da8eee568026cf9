// Letters and words of ours: ASCII alone changes its case. Pure functions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

std::string lower(std::string_view text);
std::string capital(std::string_view text);  // with a capital first letter
// The name of a choice as people write it: "SIREN", "ReLU", "MSE", "Line art", "Grid".
std::string title(std::string_view name);
// Of a path, in small letters and without its full stop: "png"; empty where there is none.
std::string extension_of(const std::filesystem::path& path);

}  // namespace redraw
