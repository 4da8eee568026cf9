// The studio's preferences file, $XDG_CONFIG_HOME/redraw/settings.json. If it is missing,
// unreadable or invalid, the preferences have their defaults. Saving never throws.
#pragma once

#include "app/desktop/window.h"
#include "engine/features/batch/batch_view.h"
#include "ui/state/preferences.h"
#include "ui/state/state.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

struct StudioSettings {
    ui::Preferences preferences;
    WindowPlace place;
    ui::ViewMode mode = ui::CentreState{}.mode;
    // The open run, saved so that it can be recovered after a crash. A studio that ends normally
    // removes it from the file.
    ui::Interrupted open{};
    KeptBatch batch{};
    bool operator==(const StudioSettings&) const = default;
};

struct LoadedSettings {
    StudioSettings settings;
    // A message for the user if the file was unreadable or invalid, otherwise empty. An invalid
    // file is renamed to *.bad, *.bad2 and so on.
    std::string note;
    // False: the file could not be read, or is invalid and could not be renamed. It must not be
    // overwritten.
    bool may_save = true;
};

// Parses the text of a preferences file, of at most 64 KiB and 16 levels of nesting. Throws Error
// if it is invalid.
StudioSettings settings_from_json(std::string_view text);

LoadedSettings load_settings(const std::filesystem::path& file);
// Saves the settings. Returns an error message, or empty.
[[nodiscard]] std::string save_settings(const std::filesystem::path& file,
                                        const StudioSettings& settings);

}  // namespace redraw
