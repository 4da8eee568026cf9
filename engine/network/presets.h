// Presets: named configurations. A preset sets the network, the optimizer and the schedule, but not
// the data. Only `enlarge` sets the data too: it learns at the picture's own size, in minibatches.
#pragma once

#include "engine/network/config.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace redraw {

struct Preset {
    std::string_view name;
    std::string_view summary;  // one line for menus and --help
    std::string_view warning;  // shown before a run with the preset starts; may be empty
};
inline constexpr std::array<Preset, 6> kPresets{{
    {"siren", "Sine network: smooth between the pixels, sharp in seconds", ""},
    {"grid", "Trained grid and a small network: fastest to get sharp, less smooth when zoomed in",
     ""},
    {"enlarge", "Best for enlarging: learns fine detail from shrunken copies of your picture", ""},
    {"lineart", "For enlarging line drawings: a sine network that decides between ink and paper",
     ""},
    {"fourier", "Fourier features and a sine network: finest detail", ""},
    {"tanh", "The seven-layer tanh network that inspired Redraw, with plain gradient descent",
     "Expect grey for minutes and a likeness after hours."},
}};

// Throws Error for an unknown name; the message lists the known names.
Config preset_config(std::string_view name);

// File name extension of a user preset. The functions below check the names of user presets; they
// are pure.
inline constexpr std::string_view kPresetExtension = ".redraw-preset.json";
inline constexpr std::size_t kLongestPresetName = 80;  // bytes; file systems end at 255

// True for the name of a built-in preset, for `auto` and for `seed`, in upper or lower case: a user
// preset cannot have these names.
bool is_built_in_preset(std::string_view name);
// Explains in a sentence why a user preset cannot have this name; empty if the name is allowed.
std::string why_no_preset_name(std::string_view name);

}  // namespace redraw
