// The user's presets as listed, and requests about them. They are files (run/folders.h) that
// the app reads and writes.
#pragma once

#include "engine/data/own_preset.h"

#include <filesystem>
#include <string>
#include <variant>

namespace redraw::ui {

struct PresetEntry {
    std::filesystem::path path;
    std::string name;
    std::string text;     // its JSON
    OwnPreset preset;     // what that says
    std::string problem;  // why it cannot be used; empty when it can
};

namespace presets {

struct Refresh {};  // the list is shown: read it again
struct Save {       // replaces one of that name
    std::string name, text;
};
struct Rename {
    std::filesystem::path path;
    std::string name;
};
struct Trash {
    std::filesystem::path path;
};
struct Import {  // a file of anybody's
    std::filesystem::path path;
};
struct Export {
    std::filesystem::path path, to;
};

}  // namespace presets

using PresetRequest = std::variant<presets::Refresh, presets::Save, presets::Rename, presets::Trash,
                                   presets::Import, presets::Export>;

struct PresetsSheet {
    std::string name;                // being typed
    std::string chosen;              // of the list
    std::filesystem::path exported;  // where to is being asked
    bool scroll = false;             // to the chosen one
};

}  // namespace redraw::ui
