// Everything the studio remembers between two frames, and nothing the session knows better.
#pragma once

#include "engine/image/image_writer.h"
#include "engine/run/film.h"
#include "engine/training/look.h"
#include "ui/canvas.h"
#include "ui/fonts.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

enum class ViewMode { side_by_side, wipe, difference, drawing, neurons };
// What the drawing is held against: beside it, across the wipe, under the difference.
enum class Against { picture, bicubic, cooled, companion };
enum class Dialog {
    none,
    open_file,
    choose_dropped,
    race,
    curves_file,
    export_folder,
    film_folder,
    save_copy,
    export_picture,
    export_film,
    shortcuts,
    about,
    confirm_quit,
};

// Kept in the settings file.
struct Preferences {
    ThemeKind theme = ThemeKind::dark;
    bool log_epochs = true;
    float smoothing = 0;              // of the curves, 0 to 0.99
    bool every_screen_pixel = false;  // draw the fitted picture at screen resolution too
    int duty_percent = 100;           // quiet mode trains in 50 or 25 % of the time
    bool log_loss = true;
    bool loop_timelapse = false;
    double timelapse_speed = 1;  // times
    Pace timelapse_pace = Pace::log;
    bool signed_difference = false;
    bool more_network = false, more_schedule = false;  // rarely used settings are unfolded
    std::filesystem::path open_folder, export_folder;
    bool operator==(const Preferences&) const = default;
};

struct BrowserEntry {
    std::filesystem::path path;
    std::string name;
    bool folder = false;
    std::uintmax_t size = 0;
};

struct Browser {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;
    std::string filter, typed, problem;
    int selected = -1;
    bool all_files = false;
    bool stale = true;    // the folder has to be read again
    bool scroll = false;  // to the selected entry
    bool replace_asked = false;
};

inline constexpr int kExportPresets = 7;

struct ExportSheet {
    std::array<bool, kExportPresets> chosen{false, false, true, false, false, false, false};
    bool custom = false, keep_aspect = true;
    int width = 800, height = 600;
    ImageFormat format = ImageFormat::png;
    bool sixteen_bit = false;
    int quality = 92;
    PixelSize previewed;  // one of the chosen sizes; another: the first of them
    std::string name;
    bool replace_asked = false;
    std::string problem;
};

struct FilmSheet {
    FilmFormat format = FilmFormat::gif;
    int longer_side = 512;
    int frames_per_second = 25;
    double seconds = 8;
    Pace pace = Pace::log;
    std::string name;
    bool replace_asked = false;
    std::string problem;
};

struct Timelapse {
    std::optional<std::int64_t> at_step;  // a keyframe is shown; absent: now
    bool playing = false;
    double next_at = 0;  // when the next keyframe is due
    bool dragging = false;
};

// The part of a run that the time axis shows, in steps; absent ends: all of it.
struct StepRange {
    std::optional<double> first, last;
    bool operator==(const StepRange&) const = default;
};

struct UiState {
    Preferences preferences;
    Settings settings;
    Canvas canvas;
    ViewMode mode = ViewMode::side_by_side;
    Against against = Against::picture;
    std::optional<NeuronIndex> neuron;           // large in the neurons view
    StepRange steps_shown;                       // of the curves and the timelapse
    std::vector<std::filesystem::path> dropped;  // several files, of which one is to be chosen
    float wipe = 0.5f;
    int difference_gain = 4;
    Timelapse timelapse;
    Dialog dialog = Dialog::none;
    bool close_sheet = false;  // asked by Escape; done by the sheet itself
    Browser browser;
    ExportSheet export_sheet;
    FilmSheet film_sheet;
    Glyphs glyphs;        // letters the fonts need beyond Latin
    std::string message;  // a sentence of the studio itself ("3 files were dropped...")
    std::string said;     // the notice being shown, since when
    double said_at = 0;
    bool notice_hidden = false;
    bool hint_dismissed = false;  // "Drop a picture anywhere"
    std::uint64_t run_serial = 0;
    bool black_and_white = false;  // the target has no other value
    bool keyboard_walk = false;    // Tab was pressed: keys belong to the controls until Escape
    ImVec2 pane{400, 400};         // size of the pane when last drawn
    int schedule_handle = 0;       // being dragged: 1 rate max, 2 end and rate min
    double schedule_axis_rate = 2e-3, schedule_axis_epochs = 1000;
    // The tooltip that is about to appear.
    ImGuiID hovered = 0;
    int hovered_frame = 0;
    double hovered_since = 0;
    // The field being typed into, and its text so far.
    ImGuiID typing = 0;
    std::string typed;
};

}  // namespace redraw
