// A user preset as text: its differences from the built-in preset that it is based on, in the JSON
// of config_json.h. Values that the user left open are omitted, so that they are chosen from the
// next picture's size. Any JSON configuration without the preset "auto" is a valid user preset.
// Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <string>
#include <string_view>

namespace redraw {

struct OwnPreset {
    Config config;          // omitted values: the built-in preset's or `base`'s, perhaps open
    bool has_time = false;  // true if the preset's text sets a time limit or the epochs
};

// Returns the configuration as the text of a preset, without training size, channels, seed and
// precision.
std::string preset_json(const Config& asked);
// Reads a preset. `base` supplies Config::data and the seed where the text omits them (for
// `enlarge` only the channels and the seed); all omitted values if the text names no built-in
// preset. Throws Error ("network.layers[2]: ...").
OwnPreset own_preset_from_json(std::string_view text, const Config& base = {});

// Applies the user preset to `from`: by the rules of with_preset() where the text leaves a choice.
Config with_own_preset(const Config& from, std::string_view text, PixelSize picture);
// True if `asked` has the preset's settings; the seed and values that depend on the picture do not
// count.
bool is_as_preset(const Config& asked, const OwnPreset& preset);

}  // namespace redraw
