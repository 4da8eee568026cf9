// Functions of English words: only ASCII changes its case. Pure functions.
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
// The extension of a path, lower-case and without its full stop: "png"; empty if it has none.
std::string extension_of(const std::filesystem::path& path);

// The edit distance of a and b: insertions, removals, replacements and swaps of neighbours (optimal
// string alignment, in bytes).
std::size_t edit_distance(std::string_view a, std::string_view b);
// The word that was probably meant: it begins with `word`, or is the nearest and at most a third of
// its letters away. Empty if there is none.
std::string nearest(std::string_view word, std::span<const std::string> names);

}  // namespace redraw
