// The list of the user's presets, and requests about them. The app reads and writes their files
// (run/folders.h).
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
    OwnPreset preset;     // `text` parsed
    std::string problem;  // a sentence saying why it cannot be used, or empty
};

namespace presets {

struct Refresh {};  // reads the list again, when it is shown
struct Save {       // replaces a preset of the same name
    std::string name, text;
};
struct Rename {
    std::filesystem::path path;
    std::string name;
};
struct Trash {
    std::filesystem::path path;
};
struct Import {  // imports an untrusted file
    std::filesystem::path path;
};
struct Export {
    std::filesystem::path path, to;
};

}  // namespace presets

using PresetRequest = std::variant<presets::Refresh, presets::Save, presets::Rename, presets::Trash,
                                   presets::Import, presets::Export>;

struct PresetsSheet {
    std::string name;                // text of the name field
    std::string chosen;              // the selected preset
    std::filesystem::path exported;  // the preset to export while its target is being chosen
    bool scroll = false;             // scroll to the selected preset
};

}  // namespace redraw::ui
