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

// How the status line writes a pixel's values.
enum class PixelValues { bytes, hex, unit };

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
    bool replay_birth = true;  // replay the first picture that is finished, by itself
    PixelValues pixel_values = PixelValues::bytes;
    bool side_panel = true;                            // the left panel with the settings is shown
    bool more_network = false, more_schedule = false;  // sections of rarely used settings are open
    bool system_dialog = true;                         // use the desktop's file dialog if available
    int text_percent = 100;  // percent of the monitor's default; scales the whole layout
    KeyChanges keys;
    std::filesystem::path open_folder, export_folder;
    bool operator==(const Preferences&) const = default;
};

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::PixelValues> =
    redraw::names<redraw::ui::PixelValues>({{redraw::ui::PixelValues::bytes, "0 to 255"},
                                            {redraw::ui::PixelValues::hex, "hex"},
                                            {redraw::ui::PixelValues::unit, "0 to 1"}});
