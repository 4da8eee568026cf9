// The state that the window keeps between frames: one member for each part of the window.
#pragma once

#include "engine/features/studies/view_request.h"
#include "engine/network/config.h"
#include "ui/state/advice.h"
#include "ui/state/canvas.h"
#include "ui/state/feature_states.h"
#include "ui/state/preferences.h"
#include "ui/state/schedule_drag.h"
#include "ui/state/settings.h"
#include "ui/state/sheets.h"
#include "ui/theme/fonts.h"

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// The views that the centre of the window can show, one at a time.
enum class ViewMode { side_by_side, wipe, difference, drawing, neurons, why };

// The picture or run that the network's render is compared with, in the views side by side, wipe,
// difference and, while Shift is held, drawing. Up to three runs of a race are compared.
enum class Reference { picture, bicubic, compared_run, second, third };

// The pixel last under the mouse, whose values are shown below the panes.
struct PixelRead {
    std::uint64_t run = 0;  // Status::run_serial when the mouse was over the pixel
    Point at;               // the point under the mouse, in grid coordinates (engine/image/grid.h)
    // Index of the compared run whose render was under the mouse; absent: the open run's.
    std::optional<std::size_t> of;
    int frame = -9;  // ImGui's number of the frame in which the pixel was under the mouse
};

// The dive: a smooth zoom of the picture into a detail and back (actions/dive.h).
struct DiveState {
    bool flying = false, down = true;
    double begun = 0;  // View::time at which the zoom started
    // For zooming out: the magnification it started from; 1 shows the whole picture.
    double from = 1;
    std::optional<Point> to;  // the point to zoom into, in grid coordinates
    // The most detailed place of the run's picture; absent: not found yet.
    std::optional<Point> busiest;
    std::uint64_t busiest_of = 0;  // serial number of the run that `busiest` belongs to
    // Zoom and pan set by the last frame of the dive; if they differ now, the user moved the
    // picture.
    Canvas left_at;
};

struct CentreState {
    Canvas canvas;
    DiveState dive;
    CanvasPicture canvas_picture;
    ViewMode mode = ViewMode::drawing;
    // The view chosen last among those that compare the drawing, to go back to from the others.
    ViewMode compared_by = ViewMode::drawing;
    Reference reference = Reference::picture;
    // Edits of the network that the shown view makes for now, instead of those in the undo history;
    // absent: none.
    std::optional<NetworkEdits> edits;
    // The value of the detail dial (0 to 1) when a drag over the render began; absent: no drag
    // (centre/pane.h).
    std::optional<double> dial;
    PixelRead pixel;
    bool shows_history = false;  // a box with a curve of how the pixel under the mouse was learned
    ImVec2 pane{400, 400};       // size in pixels of the pane when last painted
    float wipe = 0.5f;
    int difference_gain = 4;
};

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ViewMode> =
    redraw::names<redraw::ui::ViewMode>({{redraw::ui::ViewMode::side_by_side, "side by side"},
                                         {redraw::ui::ViewMode::wipe, "wipe"},
                                         {redraw::ui::ViewMode::difference, "difference"},
                                         {redraw::ui::ViewMode::drawing, "drawing"},
                                         {redraw::ui::ViewMode::neurons, "neurons"},
                                         {redraw::ui::ViewMode::why, "why"}});
namespace redraw::ui {

// The timelapse, which shows the network's renders at earlier training steps.
// Sets the length of a film, or of the timelapse in the window.
struct TimelapseLength {
    int frames_per_second = 30;
    double seconds = 8;
    double hold = 1;  // seconds for which the first render stays, and also the last
};

struct Timelapse {
    TimelapseLength length;  // that of the film which the user set up last
    // Training step of the keyframe that is shown; absent: the present network is shown.
    std::optional<std::int64_t> at_step;
    bool playing = false;
    double played = 0;    // playback position in seconds at normal speed
    double moved_at = 0;  // View::time at which playback last advanced
    bool dragging = false;
    double dragged_to = 0;  // training step under the mouse while the slider is dragged
    std::optional<std::int64_t> renamed;  // step of the bookmark being renamed; absent: none
    bool renaming = false;  // the field for the bookmark's name has the keyboard focus
};

// The stages of the replay, which shows how a picture was learned (actions/replay.h). `waits`: the
// replay is about to start. `follows`: the replay is over, and the divider of the wipe view
// follows the mouse.
enum class ReplayStage { none, waits, plays, follows };
struct Replay {
    ReplayStage stage = ReplayStage::none;
    std::uint64_t run = 0;
    bool finished = false;  // whether training was finished in the frame before
    bool seen = false;      // a run was replayed since the studio started
    bool skipped = false;
    bool begun = false;               // the first drawing is on the screen
    std::vector<double> places = {};  // positions of the keyframes along the replay, ascending
    double since = 0;                 // View::time at which the stage began
    std::optional<ViewMode> view_before = {};
};

struct CurvesState {
    StepRange steps_shown;  // the range of training steps that the curves and the timelapse show
    // Horizontal mouse position in pixels while the time axis is dragged; absent: not dragged.
    std::optional<float> pan;
    // The step that was shown before the user pressed the mouse on the curves. A double click,
    // which shows the whole time axis, returns to this step.
    std::optional<std::int64_t> step_before_press;
    bool scrubbing = false;
};

}  // namespace redraw::ui

// Keyboard focus, tooltips and text fields, for all panels.
struct ImGuiWindow;
namespace redraw::ui {

// A control at which Tab stops, as drawn in this frame (kit/tooltips.h).
struct FocusStop {
    ImGuiID id = 0;
    ImGuiWindow* window = nullptr;
    bool typed = false;  // a text field: typing starts when Tab reaches it
};
// A control or label that the last frame showed: its name, position and tooltip. Used to place
// tooltips, by tests, and by the frame log.
struct Control {
    std::string name;
    ImVec2 from, to;
    std::string explained = {};
    ImGuiID item = 0;
    const ImGuiWindow* window = nullptr;  // the ImGui window that contains it
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;       // index in `stops` of the first stop in the open sheet
    FocusStop next;              // the control that gets the keyboard focus in the next frame
    int step = 0;                // Tab was pressed: +1 forwards, with Shift -1; 0: not pressed
    bool pressed = false;        // Enter was pressed: the focused control or row acts as if clicked
    bool holds_arrows = false;   // the focused control uses the arrow keys
    ImGuiID reveal = 0;          // control to scroll into view; 0: none
    std::optional<int> setting;  // the setting to focus, as ui::Setting (kit/fields.h)
    std::optional<std::size_t> setting_stop;  // index in `stops` of that setting's field
    ImGuiID type_into = 0;  // the text field in which typing starts in this frame; 0: none
};

// A tooltip that could appear in this frame (kit/tooltips.h).
struct Tooltip {
    ImGuiID of = 0;  // the control under the mouse or with the keyboard focus; 0: none
    std::string text;
    ImVec2 from, to;
    ImGuiWindow* window = nullptr;
    bool hovered = false;
};
struct Tooltips {
    bool asked = false;  // after Shift+F1: tooltips appear at once, and Tab also stops at labels
    bool just_asked = false;
    Tooltip found;   // the tooltip that could appear in this frame
    ImGuiID of = 0;  // the control whose tooltip appears or is about to; 0: none
    double since = 0;
    int drawn = 0;      // number of frames for which the tooltip has been visible
    ImVec2 rests_at{};  // where the mouse rests, beside which the tooltip appears
    // Position of the last click, until the mouse leaves the clicked control; -1: none.
    ImVec2 pressed_at{-1, -1};
    // Fallback tooltips. `beside_label`: of the label in the same row, shown for controls without
    // their own. `of_list`: shown for every entry of the open drop-down list.
    std::string beside_label, of_list;
    ImGuiWindow* label_window = nullptr;
    float label_top = 0, label_bottom = 0;
};

struct ControlsState {
    bool keyboard_focus = false;  // the controls get the keyboard: from Tab until Escape or a click
    bool unfolded = false;        // a menu or drop-down list was open in the last frame
    FocusOrder focus;
    Tooltips tooltips;
    ImGuiID typing = 0;      // the text field being edited; 0: none
    std::string typed;       // the text in that field
    std::optional<int> lit;  // ui::Setting that is outlined in the left panel
};

struct NoticesState {
    std::string message;       // a sentence from the studio itself ("3 files were dropped...")
    std::uint64_t notice = 0;  // id of the session's notice being shown
    double noticed_at = 0;     // View::time at which that notice appeared
    // The saved file that the user copied with the button of the notice; empty: none.
    std::filesystem::path copied;
    // View::time since which a file is being opened while another run is shown; negative: none.
    double opening_since = -1;
    bool hint_dismissed = false;  // the user dismissed the hint "Drop a picture anywhere"
    AdviceMemory advice;
    std::size_t count = 0, turned = 0;  // how many notices there are, and which of them is shown
};

// The run that was open when the studio ended unexpectedly, with its zoom and pan.
struct Interrupted {
    std::filesystem::path run{};
    Canvas canvas{};
    bool operator==(const Interrupted&) const = default;
};

// A page that takes the place of the left panel, such as a lesson.
struct SidePage {
    void (*draw)(Ui&, const Rect&);
    bool (*key)(Ui&, Key);  // handles a key; returns false if the page does not use it
    // Draws the page on the whole window, as a presentation. Returns the place for notices.
    Rect (*present)(Ui&, const Rect&);
    bool (*shows_picture_alone)(const Ui&);  // the drawing and its history stay covered
};

struct UiState {
    // The state of a feature, which declares its type: of<MicroscopeState>(). Made when first asked
    // for.
    template <class State>
    State& of() {
        return features.of<State>();
    }
    template <class State>
    const State& of() const {
        return features.of<State>();
    }

    FeatureStates features;
    Preferences preferences;
    Settings settings;
    ScheduleDrag schedule_drag;
    CentreState centre;
    Timelapse timelapse;
    Replay replay;
    CurvesState curves;
    SheetsState sheets;
    NoticesState notices;
    ControlsState controls;
    Glyphs glyphs;  // non-Latin letters that the fonts must include
    // Paths dropped on the window that the app has not yet been asked to examine.
    std::vector<std::filesystem::path> dropped;
    const SidePage* page = nullptr;  // null: the left panel shows the settings
    bool panel_asked =
        false;  // the left panel was opened by hand, so it is open in a narrow window
    void open_panel() { preferences.side_panel = panel_asked = true; }
    std::optional<Interrupted> interrupted;  // until the next run opens
    std::uint64_t run_serial = 0;
    // Number of questions about files that were asked so far (what a dropped path is, whether a
    // name is taken); identifies the answer to the newest one (actions/dialogs.h).
    std::uint64_t lookups = 0;
    bool black_and_white = false;  // the training picture is grey, and (as sampled) black and white
    // PSNR in dB of a picture in one uniform colour, the mean of the training picture.
    double flat_psnr = 0;
    // Presentation mode. Shows the panes below a line with the picture's name and the PSNR in large
    // digits (draw_stage()). Shows the podium for a race (draw_podium() in ui/panels.h).
    bool presentation = false;
};

}  // namespace redraw::ui
