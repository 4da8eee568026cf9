// Letters and words of ours: ASCII alone changes its case. Pure functions.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

std::string lower(std::string_view text);
std::string capital(std::string_view text);  // with a capital first letter
// The name of a choice as people write it: "SIREN", "ReLU", "MSE", "Line art", "Grid".
std::string title(std::string_view name);
// The extension of a path, in lower case and without its full stop: "png"; empty if there is none.
std::string extension_of(const std::filesystem::path& path);

// The number of insertions, deletions, replacements and swaps of neighbours that turn a into b
// (optimal string alignment; counts bytes).
std::size_t edit_distance(std::string_view a, std::string_view b);
// The one that was probably meant: begun by `word`, or nearest to it and at most a third of its
// letters away. Empty where none is.
std::string nearest(std::string_view word, std::span<const std::string> names);

}  // namespace redraw
