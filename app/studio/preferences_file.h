// The studio's preferences file, $XDG_CONFIG_HOME/redraw/settings.json. A file that is missing,
// unreadable or invalid gives default settings. Saving never throws.
#pragma once

#include "app/desktop/window.h"
#include "engine/batch/batch_view.h"
#include "ui/state/preferences.h"
#include "ui/state/state.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

// The run that the studio has open, saved for recovery after a crash. A studio that ends normally
// removes it from the file.
struct OpenRun {
    std::filesystem::path run;
    double zoom = 0, centre_x = 0, centre_y = 0;  // view, as in ui::Canvas
    bool operator==(const OpenRun&) const = default;
};

struct StudioSettings {
    ui::Preferences preferences;
    WindowPlace place;
    ui::ViewMode mode = ui::ViewMode::side_by_side;
    OpenRun open{};
    KeptBatch queue{};
    bool operator==(const StudioSettings&) const = default;
};

struct LoadedSettings {
    StudioSettings settings;
    // A message if the file was invalid. A damaged file is kept beside the new one as *.bad.
    std::string note;
    bool may_save = true;  // false: the file may be valid and must not be replaced
};

// Parses a preferences file of at most 64 KB and 16 nested levels. Throws Error if the text is
// invalid.
StudioSettings settings_from_json(std::string_view text);

LoadedSettings load_settings(const std::filesystem::path& file);
// Saves the settings. Returns an error message, or empty.
[[nodiscard]] std::string save_settings(const std::filesystem::path& file,
                                        const StudioSettings& settings);

}  // namespace redraw
