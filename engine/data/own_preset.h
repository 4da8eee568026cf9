// A user's preset as text: the differences from the built-in preset that it begins from, in the
// JSON of config_json.h. What was left open is not in it, so that the next picture's size chooses.
// Any configuration in JSON is a preset. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <string>
#include <string_view>

namespace redraw {

struct OwnPreset {
    Config config;  // over the defaults; what it does not name is left to the picture's size
    bool has_time = false;  // else the time, or the epochs, are the picture's
};

// A run's own size, colours and seed are none of a preset's.
std::string preset_json(const Config& asked);
// `base` gives what the text leaves out of the data. Throws Error ("layers[2]: ...").
OwnPreset own_preset_from_json(std::string_view text, const Config& base = {});

// `from` with the preset, as with_preset() does it.
Config with_own_preset(const Config& from, std::string_view text, PixelSize picture);
// True if these are the preset's settings.
bool is_as_preset(const Config& asked, const OwnPreset& preset);

}  // namespace redraw
