// The studio's preferences, independent of any run. Saved in settings.json.
#pragma once

#include "engine/film/film.h"
#include "ui/look/theme.h"
#include "ui/state/keys.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace redraw::ui {

// The keys that the user changed, by action name; Key::none removes the action's key
// (actions/keymap.h).
using KeyChanges = std::map<std::string, Chord, std::less<>>;

struct Preferences {
    ThemeKind theme = ThemeKind::dark;
    bool log_epochs = true;
    float smoothing = 0;           // smoothing of the learning curves, 0 to 0.99
    bool training_pixels = false;  // show the training pixels as squares
    double seconds = 10;           // time limit for learning a picture; 0: limited by epochs
    int training_percent = 100;    // quiet mode: share of time spent training, 50 or 25
    bool log_loss = true;
    bool show_psnr = true, show_loss = true, show_rate = true;  // visible learning curves
    bool loop_timelapse = false;
    double timelapse_speed = 1;  // factor on the normal speed
    Pace timelapse_pace = Pace::change;
    bool signed_difference = false;
    bool side_panel = true;  // the left panel with the settings is shown
    // The sections of the left panel whose rarely used settings are shown.
    bool more_picture = false, more_network = false, more_schedule = false;
    bool system_dialog = true;  // use the desktop's file dialog if available
    int text_percent = 100;     // percent of the monitor's default; scales the whole layout
    KeyChanges keys;
    std::filesystem::path open_folder, export_folder;
    bool operator==(const Preferences&) const = default;
};

}  // namespace redraw::ui
