// Everything the studio remembers between two frames, and nothing the session knows better.
#pragma once

#include "engine/film/film.h"
#include "engine/image/image_writer.h"
#include "engine/studies/view_request.h"
#include "ui/look/fonts.h"
#include "ui/look/theme.h"
#include "ui/state/advice.h"
#include "ui/state/canvas.h"
#include "ui/state/drops.h"
#include "ui/state/schedule_drag.h"
#include "ui/state/settings.h"
#include "ui/state/time_axis.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

struct ImGuiWindow;

namespace redraw::ui {

enum class ViewMode { side_by_side, wipe, difference, drawing, neurons };
// As the settings file has them.
// What the drawing is held against: beside it, across the wipe, under the difference.
enum class Reference { picture, bicubic, cooled, companion };
enum class Dialog {
    none,
    open_file,
    choose_dropped,
    race,
    runs,
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
    float smoothing = 0;           // of the curves, 0 to 0.99
    bool training_pixels = false;  // show the pixels that are learned as squares
    double seconds = 10;           // that a picture is learned for; 0: by epochs
    int duty_percent = 100;        // quiet mode trains in 50 or 25 % of the time
    bool log_loss = true;
    bool show_psnr = true, show_loss = true, show_rate = true;  // of the learning curves
    bool loop_timelapse = false;
    double timelapse_speed = 1;  // times
    Pace timelapse_pace = Pace::log;
    bool signed_difference = false;
    bool more_network = false, more_schedule = false;  // rarely used settings are unfolded
    bool system_dialog = true;  // files are chosen in the desktop's own dialog, where it has one
    int text_percent = 100;     // of the size the monitor asks for; all of the layout grows with it
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

// `best`: what was measured to come closest.
enum class DrawnBy { best, network, enlarging, interpolation };

struct ExportSheet {
    std::array<bool, kExportPresets> chosen{false, false, true, false, false, false, false};
    bool custom = false, keep_aspect = true;
    int width = 800, height = 600;
    ImageFormat format = ImageFormat::png;
    bool sixteen_bit = false;
    int quality = 92;
    DrawnBy drawn_by = DrawnBy::best;  // what is larger than it was learned
    bool enlarging_asked = false;
    PixelSize previewed;  // one of the chosen sizes; another: the first of them
    std::string name;
    std::vector<std::filesystem::path> replaced;  // asked about: once more, and they are
};

struct FilmSheet {
    FilmFormat format = FilmFormat::gif;
    int longer_side = 512;
    int frames_per_second = 25;
    double seconds = 8;
    double hold = 1;  // seconds that the first and the last drawing stay
    Pace pace = Pace::log;
    bool caption = false;
    std::string name;
    std::vector<std::filesystem::path> replaced;  // as above
};

struct RunsSheet {
    std::string filter;
    std::filesystem::path chosen;
    bool scroll = false;                          // to the chosen one
    bool free_asked = false, free_drawn = false;  // the question about space, and its last frame
    int frames_due = 0;                           // until the sheet has its new height
};

struct RaceSheet {
    Config rival;
    std::string problem;
};

struct Timelapse {
    std::optional<std::int64_t> at_step;  // a keyframe is shown; absent: now
    bool playing = false;
    double played = 0;    // seconds of the film at its own speed, while playing
    double moved_at = 0;  // View::time of the last move
    bool dragging = false;
    double dragged_to = 0;  // the step under the mouse, while dragging
};

// The list of all neurons.
struct NeuronList {
    std::optional<NeuronIndex> last;  // was large
    float scroll = 0;                 // pixels
    bool follow = false;              // the last one is to be in sight
};

// The pixel under the mouse, and since when: its history is asked for once the mouse rests.
struct PixelRest {
    Point at{2, 2};  // beyond every picture
    double since = 0;
    int frame = 0;
};

// Everything Tab stops at, as drawn in this frame: focus_order.h.
struct FocusStop {
    ImGuiID id = 0;
    ImGuiWindow* window = nullptr;
    bool typed = false;  // reaching it starts typing
};
// What can be pressed, by what it is called and where it was drawn: for whoever presses it from
// outside.
struct Control {
    std::string name;
    ImVec2 from, to;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;      // where those of the open sheet begin
    FocusStop next;             // to go to in the next frame
    int step = 0;               // asked for by Tab: +1, or -1 backwards
    bool pressed = false;       // Enter: the stop it is at acts
    bool holds_arrows = false;  // the stop it is at has a use for arrow keys
    ImGuiID reveal = 0;         // to be scrolled into sight
    ImGuiID type_into = 0;
};

struct UiState {
    Preferences preferences;
    Settings settings;
    Canvas canvas;
    CanvasPicture canvas_picture;
    ViewMode mode = ViewMode::side_by_side;
    Reference reference = Reference::picture;
    std::optional<NeuronIndex> neuron;  // large in the neurons view
    NeuronList neurons;
    PixelRest pixel_rest;
    StepRange steps_shown;                       // of the curves and the timelapse
    std::vector<std::filesystem::path> dropped;  // on the window, not looked at yet
    DropSheet drop_sheet;
    Dialog asked_desktop = Dialog::none;  // the desktop's own dialog is open for this
    AdviceMemory advice;
    float notice_band = 0;  // height of the notices above the panes, when last drawn
    float wipe = 0.5f;
    int difference_gain = 4;
    Timelapse timelapse;
    Dialog dialog = Dialog::none;
    bool close_sheet = false;  // asked by Escape; done by the sheet itself
    Browser browser;
    ExportSheet export_sheet;
    FilmSheet film_sheet;
    RunsSheet runs_sheet;
    RaceSheet race_sheet;
    std::filesystem::path companion;  // of the last frame; empty: none
    bool companion_by_time = false;   // its curve is laid where this run was at the same second
    Glyphs glyphs;                    // letters the fonts need beyond Latin
    std::string message;              // a sentence of the studio itself ("3 files were dropped...")
    std::string said;                 // the notice being shown, since when
    double said_at = 0;
    double opening_since = -1;    // a file is read beside a run; below 0: none is
    bool hint_dismissed = false;  // "Drop a picture anywhere"
    std::uint64_t run_serial = 0;
    bool black_and_white = false;  // the target has no other value
    bool keyboard_focus = false;   // Tab was pressed: keys belong to the controls until Escape
    FocusOrder focus;
    ImVec2 pane{400, 400};  // size of the pane when last drawn
    ScheduleDrag schedule_drag;
    std::optional<float> time_pan;  // the time axis is dragged: where the mouse was
    // The playhead before the press on the curves: a double click is none on the playhead.
    std::optional<std::int64_t> step_before_press;
    bool scrubbing_curves = false;
    ImVec2 curves_size{0, 0};  // of their panel when last drawn
    // The tooltip that is about to appear.
    ImGuiID hovered = 0;
    int hovered_frame = 0;
    double hovered_since = 0;
    int hovered_drawn = 0;  // frames the tooltip has been drawn in
    // The field being typed into, and its text so far.
    ImGuiID typing = 0;
    std::string typed;
};

}  // namespace redraw::ui

template <>
inline constexpr redraw::Named<redraw::ui::ViewMode> redraw::kNames<redraw::ui::ViewMode>[] = {
    {redraw::ui::ViewMode::side_by_side, "side by side"},
    {redraw::ui::ViewMode::wipe, "wipe"},
    {redraw::ui::ViewMode::difference, "difference"},
    {redraw::ui::ViewMode::drawing, "drawing"},
    {redraw::ui::ViewMode::neurons, "neurons"}};
