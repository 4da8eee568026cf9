// Helpers for English words; only ASCII letters change case. Pure functions.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

std::string lower(std::string_view text);
std::string capital(std::string_view text);  // makes the first letter a capital
// True if `text` contains every word of `words`; letter case does not matter. `from_start`: only
// where a word of the text begins.
bool has_words(std::string_view text, std::string_view words, bool from_start = false);
// Returns the display name of a configuration value, given its name in files: "SIREN", "ReLU",
// "Line art".
std::string title(std::string_view name);
// Returns a path's extension in lower case, without its full stop: "png"; empty if there is none.
std::string extension_of(const std::filesystem::path& path);

// Returns the edit distance of a and b: insertions, removals, replacements and swaps of neighbours
// (optimal string alignment, in bytes).
std::size_t edit_distance(std::string_view a, std::string_view b);
// Guesses the intended word: a name that begins with `word` (two bytes or more), or else the
// nearest name by edit_distance(), within a third of the bytes, rounded up. Empty if there is none,
// or for an empty or very long `word`.
std::string nearest(std::string_view word, std::span<const std::string> names);

}  // namespace redraw
