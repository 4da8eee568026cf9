// The state that the window keeps between frames: one member for each part of the window.
#pragma once

#include "engine/network/config.h"
#include "engine/studies/results.h"
#include "ui/look/fonts.h"
#include "ui/state/advice.h"
#include "ui/state/canvas.h"
#include "ui/state/preferences.h"
#include "ui/state/schedule_drag.h"
#include "ui/state/settings.h"
#include "ui/state/sheets.h"

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// The centre's state: the view, the visible part of the picture, and the reference.
enum class ViewMode { side_by_side, wipe, difference, drawing, neurons };

// The reference that the drawing is compared with, in side by side, wipe and difference. Compared
// runs come last: up to three in a race.
enum class Reference { picture, bicubic, cooled, companion, second, third };

// Returns the index into Status::companions; absent if the reference is not a compared run.
constexpr std::optional<std::size_t> companion_of(Reference reference) {
    if (reference < Reference::companion) return std::nullopt;
    return std::size_t(reference) - std::size_t(Reference::companion);
}

// The list of all neurons in the neurons view.
struct NeuronList {
    std::optional<NeuronIndex> last;  // the neuron last shown large
    float scroll = 0;                 // pixels
    bool follow = false;              // scroll to `last`
};

// The pixel under the mouse, and since when. Its history is requested once the mouse rests.
struct PixelRest {
    Point at{2, 2};  // starts outside every picture
    double since = 0;
    int frame = 0;
};

// The canvas' smooth zoom into a detail (actions/dive.h).
struct DiveState {
    bool flying = false, down = true;
    double begun = 0;         // View::time
    double from = 1;          // zooming out: the magnification it started from, 1 = whole picture
    std::optional<Point> to;  // the detail to zoom into
    std::optional<Point> busiest;  // the most detailed place of the run's picture
    std::uint64_t busiest_of = 0;  // run serial that `busiest` belongs to
    Canvas left_at;  // the canvas as the dive left it; if it differs, the user moved it
};

// The bar of a weight being dragged, and the scale of the bars when the drag began.
struct WeightDrag {
    std::optional<NetworkEdits> edits;  // during a drag these replace the edits in Settings
    int input = 0;
    float limit = 1;
};

struct CentreState {
    Canvas canvas;
    DiveState dive;
    CanvasPicture canvas_picture;
    ViewMode mode = ViewMode::side_by_side;
    Reference reference = Reference::picture;
    std::optional<NeuronIndex> neuron;  // the neuron shown large in the neurons view
    NeuronList neurons;
    WeightDrag weight_drag;
    std::optional<double> dial;  // detail at which a drag over the drawing began (pane.h)
    PixelRest pixel_rest;
    ImVec2 pane{400, 400};  // size of the pane when last drawn
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
                                         {redraw::ui::ViewMode::neurons, "neurons"}});
namespace redraw::ui {

// The state of the timelapse and of the learning curves above it.
struct Timelapse {
    std::optional<std::int64_t> at_step;  // step of the keyframe shown; absent: the present network
    bool playing = false;
    double played = 0;    // playback position in seconds at normal speed
    double moved_at = 0;  // View::time of the last move
    bool dragging = false;
    double dragged_to = 0;                // step under the mouse while dragging
    std::optional<std::int64_t> renamed;  // step of the bookmark whose name is being typed
    bool renaming = false;                // the field for it got the focus
};

struct CurvesState {
    StepRange steps_shown;     // steps visible in curves and timelapse
    std::optional<float> pan;  // x of the mouse while the time axis is dragged
    // The playhead before the curves were pressed: a double click restores it.
    std::optional<std::int64_t> step_before_press;
    bool scrubbing = false;
    std::filesystem::path companion;  // the compared run in the last frame; empty: none
    bool companion_by_time = false;   // align the compared run by training time, not epochs
    ImVec2 size{0, 0};                // the panel's size when last drawn
};

}  // namespace redraw::ui

// The keyboard focus, tooltips and text fields of all panels.
struct ImGuiWindow;
namespace redraw::ui {

// A control at which Tab stops, as drawn in this frame (kit/tooltips.h).
struct FocusStop {
    ImGuiID id = 0;
    ImGuiWindow* window = nullptr;
    bool typed = false;  // a text field: focus starts typing
};
// A control or label of the last frame with name, place and tooltip; used by tests and the frame
// log.
struct Control {
    std::string name;
    ImVec2 from, to;
    std::string explained = {};
    ImGuiID item = 0;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;      // index in `stops` of the open sheet's first stop
    FocusStop next;             // gets the focus in the next frame
    int step = 0;               // Tab was pressed: +1, with Shift -1
    bool pressed = false;       // Enter was pressed: the focused control acts
    bool holds_arrows = false;  // the focused control uses the arrow keys
    ImGuiID reveal = 0;         // item to scroll into view
    ImGuiID type_into = 0;
};

// A tooltip that can be shown (kit/tooltips.h).
struct Explanation {
    ImGuiID of = 0;  // the item under the mouse or with the focus; 0: none
    std::string text;
    ImVec2 from, to;
    ImGuiWindow* window = nullptr;
    bool hovered = false;
};
struct Explanations {
    bool asked = false;  // Shift+F1: tooltips appear at once, and Tab also stops at labels
    bool just_asked = false;
    Explanation found;  // the tooltip found in this frame
    ImGuiID of = 0;     // the item whose tooltip is about to appear
    double since = 0;
    int drawn = 0;  // frames since it appeared
    // The tooltips inherited by items beside a label, and by the items of an open list.
    std::string beside_label, of_list;
    ImGuiWindow* label_window = nullptr;
    float label_top = 0, label_bottom = 0;
};

struct ControlsState {
    bool keyboard_focus = false;  // Tab was pressed: controls get the keys until Escape
    FocusOrder focus;
    Explanations explanations;
    ImGuiID typing = 0;  // the text field with the cursor
    std::string typed;   // its text
};

struct NoticesState {
    std::string message;           // a sentence from the studio itself ("3 files were dropped...")
    std::uint64_t notice = 0;      // id of the session's notice being shown
    double noticed_at = 0;         // View::time
    std::filesystem::path copied;  // path copied from that notice
    double opening_since = -1;     // View::time; negative: no file is being opened
    bool hint_dismissed = false;   // the hint "Drop a picture anywhere"
    AdviceMemory advice;
    float height = 0;  // total height of the strips, which float over the panes
};

// The recovered session: the run that was open when the studio was killed, and its canvas. Cleared
// once that run is open again.
struct Interrupted {
    std::filesystem::path run;
    Canvas canvas;
};

struct UiState {
    Preferences preferences;
    Settings settings;
    ScheduleDrag schedule_drag;
    CentreState centre;
    Timelapse timelapse;
    CurvesState curves;
    SheetsState sheets;
    NoticesState notices;
    ControlsState controls;
    Glyphs glyphs;                               // non-Latin letters that the fonts need
    std::vector<std::filesystem::path> dropped;  // paths dropped on the window, not yet examined
    std::optional<Interrupted> interrupted;
    std::uint64_t run_serial = 0;
    std::uint64_t lookups = 0;     // serial number of the last file question (actions/dialogs.h)
    bool black_and_white = false;  // every pixel of the training picture is black or white
    bool presentation = false;     // only the drawing and its PSNR are shown (centre/centre.h)
};

}  // namespace redraw::ui
