// The list of the user's own presets, and the window's requests to change it. The app reads and
// writes the preset files (engine/run/preset_files.h).
#pragma once

#include "engine/data/own_preset.h"

#include <filesystem>
#include <string>
#include <variant>

namespace redraw::ui {

struct PresetEntry {
    std::filesystem::path path;
    std::string name;
    std::string text;     // the preset as JSON
    OwnPreset preset;     // the preset parsed from `text`
    std::string problem;  // a sentence saying why the preset cannot be used; empty: it can
};

namespace presets {

struct Refresh {};  // reads all preset files again, as the list of presets opens
struct Save {       // saves a preset, replacing one of the same name
    std::string name, text;
};
struct Rename {
    std::filesystem::path path;
    std::string name;
};
struct Trash {
    std::filesystem::path path;
};
struct Import {  // imports a preset from an untrusted file
    std::filesystem::path path;
};
struct Export {
    std::filesystem::path path, to;
};

}  // namespace presets

using PresetRequest = std::variant<presets::Refresh, presets::Save, presets::Rename, presets::Trash,
                                   presets::Import, presets::Export>;

struct PresetsSheet {
    std::string name;    // the text in the name field
    std::string chosen;  // the name of the selected preset
    // The file of the preset to export, while the user chooses the destination.
    std::filesystem::path exported;
    bool scroll = false;  // scroll to the selected preset
};

}  // namespace redraw::ui
