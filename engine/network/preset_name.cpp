#include "engine/network/preset_name.h"

#include "engine/network/presets.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <algorithm>
#include <iterator>

namespace redraw {
namespace {

// Chosen by the picture, and as `tanh` was called before.
constexpr std::string_view kTaken[] = {"auto", "seed"};

}  // namespace

bool is_built_in_preset(std::string_view name) {
    const std::string word = lower(name);
    return std::ranges::find(kTaken, word) != std::end(kTaken) ||
           std::ranges::find(kPresets, word, &Preset::name) != kPresets.end();
}

std::string why_no_preset_name(std::string_view name) {
    if (name.find_first_not_of(' ') == name.npos) return "A preset needs a name.";
    if (is_built_in_preset(name))
        return capital(lower(name)) + " is one of Redraw's own presets; choose another name.";
    if (name.size() > kLongestPresetName) return "That name is too long for a preset.";
    if (name.front() == '.' || name.front() == ' ' || name.back() == ' ' || name.front() == '-')
        return "A preset's name begins with a letter or a digit, and ends with no space.";
    if (name.find('/') != name.npos || display_name(name) != name)
        return "A preset's name has no slash and no control character in it.";
    return "";
}

}  // namespace redraw
