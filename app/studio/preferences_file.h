// The studio's settings file, $XDG_CONFIG_HOME/redraw/settings.json. A file that is not there, not
// readable or not ours means defaults; saving never throws.
#pragma once

#include "app/desktop/window.h"
#include "engine/batch/batch_view.h"
#include "ui/state/preferences.h"
#include "ui/state/state.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

// The run that a studio has open. A studio that ends normally removes it, so a crash leaves it.
struct OpenRun {
    std::filesystem::path run;
    double zoom = 0, centre_x = 0, centre_y = 0;  // ui::Canvas
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
    std::string note;  // a sentence when the file was no good; damaged, it is kept beside as *.bad
    bool may_save = true;  // false: the file may be good and must not be replaced
};

// Parses the text of a settings file. Bounded: 64 KB, nesting 16. Throws Error if it is not one.
StudioSettings settings_from_json(std::string_view text);

LoadedSettings load_settings(const std::filesystem::path& file);
// Empty, or a sentence why it could not be kept.
[[nodiscard]] std::string save_settings(const std::filesystem::path& file,
                                        const StudioSettings& settings);

}  // namespace redraw
