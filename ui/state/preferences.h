// The studio's preferences, independent of any run. Saved in settings.json.
#pragma once

#include "engine/drawing/pace.h"
#include "engine/features/film/film.h"
#include "engine/network/config.h"
#include "ui/state/keys.h"
#include "ui/theme/theme.h"

#include <filesystem>
#include <set>
#include <string>

namespace redraw::ui {

// The notation for the values of the pixel under the mouse: 0 to 255, hexadecimal, or 0 to 1.
enum class PixelValues { bytes, hex, unit };

struct Preferences {
    ThemeKind theme = ThemeKind::dark;
    bool log_epochs = true;
    float smoothing = 0;  // smoothing of the learning curves, 0 to 1
    // Show the picture and its render at the size that the network learns, each pixel as a square.
    // False: show the picture at its own size and the render interpolated.
    bool training_pixels = false;
    // For pictures opened from now on: how far they are learned (BySize::finish), or instead a time
    // limit in seconds; 0: none.
    double finish = kLikeness;
    double seconds = 0;
    // Quiet mode: percentage of time spent training, 50 or 25; 100: quiet mode is off.
    int training_percent = 100;
    bool log_loss = true;
    bool show_psnr = true, show_loss = true, show_rate = true;  // which learning curves are visible
    bool loop_timelapse = false;
    double timelapse_speed = 1;  // playback speed; 1: as fast as the exported film
    Pace timelapse_pace = Pace::change;
    FilmShape clip_shape = FilmShape::own;  // frame shape chosen last for a clip
    bool signed_difference = false;
    // Replay the first run that finishes after the studio starts, unless the user is busy.
    bool replay_birth = true;
    PixelValues pixel_values = PixelValues::bytes;
    bool side_panel = true;  // the left panel with the settings is open, where there is room for it
    bool curves_open = false;  // the learning curves have a plot of their own above the timelapse
    // True where rarely used settings are shown: in three sections of the left panel, and in the
    // export sheet.
    bool more_picture = false, more_network = false, more_schedule = false, more_export = false;
    bool more_time = false;     // rarely used settings of curves and timelapse are shown
    bool system_dialog = true;  // use the desktop's own file dialog if it has one
    int text_percent = 100;     // size of text and layout, in percent of the monitor's default
    std::set<std::string> lessons_done;  // names of the built-in lessons that were answered
    std::filesystem::path open_folder, export_folder;
    bool operator==(const Preferences&) const = default;
};

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::PixelValues> =
    redraw::names<redraw::ui::PixelValues>({{redraw::ui::PixelValues::bytes, "0 to 255"},
                                            {redraw::ui::PixelValues::hex, "hex"},
                                            {redraw::ui::PixelValues::unit, "0 to 1"}});
