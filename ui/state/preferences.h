// The studio's preferences, independent of any run. Kept in settings.json.
#pragma once

#include "engine/film/film.h"
#include "ui/look/theme.h"
#include "ui/state/keys.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace redraw::ui {

// The keys that the user changed, by the action's name; Key::none removes one (actions/keymap.h).
using KeyChanges = std::map<std::string, Chord, std::less<>>;

struct Preferences {
    ThemeKind theme = ThemeKind::dark;
    bool log_epochs = true;
    float smoothing = 0;           // of the curves, 0 to 0.99
    bool training_pixels = false;  // show the pixels that are learned as squares
    double seconds = 10;           // that a picture is learned for; 0: by epochs
    int training_percent = 100;    // quiet mode trains in 50 or 25 % of the time
    bool log_loss = true;
    bool show_psnr = true, show_loss = true, show_rate = true;  // of the learning curves
    bool loop_timelapse = false;
    double timelapse_speed = 1;  // times
    Pace timelapse_pace = Pace::change;
    bool signed_difference = false;
    bool side_panel = true;                            // the settings at the left
    bool more_network = false, more_schedule = false;  // rarely used settings are unfolded
    bool system_dialog = true;  // files are chosen in the desktop's own dialog, where it has one
    int text_percent = 100;     // of the size the monitor asks for; all of the layout grows with it
    KeyChanges keys;
    std::filesystem::path open_folder, export_folder;
    bool operator==(const Preferences&) const = default;
};

}  // namespace redraw::ui
