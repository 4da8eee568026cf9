// The state that the window keeps between frames, a member for each of its parts.
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

// The state of the window's centre: which view, of which part, compared with which reference.
enum class ViewMode { side_by_side, wipe, difference, drawing, neurons };

// The reference that the drawing is compared with: beside it, across the wipe, or by the
// difference. Compared runs come last: in a race up to three.
enum class Reference { picture, bicubic, cooled, companion, second, third };

// Returns the index into Status::companions; absent for another reference.
constexpr std::optional<std::size_t> companion_of(Reference reference) {
    if (reference < Reference::companion) return std::nullopt;
    return std::size_t(reference) - std::size_t(Reference::companion);
}

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

// A flight of the canvas (actions/dive.h).
struct DiveState {
    bool flying = false, down = true;
    double begun = 0;              // View::time
    double from = 1;               // going up: as many times the whole's size as it was
    std::optional<Point> to;       // the detail
    std::optional<Point> busiest;  // where most is going on in the picture of a run
    std::uint64_t busiest_of = 0;  // its serial
    Canvas left_at;                // as the flight left it: another one is somebody else's
};

// A weight's bar under the mouse, and how long bars were when it was taken.
struct WeightDrag {
    std::optional<NetworkEdits> edits;  // while it is dragged, instead of those in Settings
    int input = 0;
    float limit = 1;
};

struct CentreState {
    Canvas canvas;
    DiveState dive;
    CanvasPicture canvas_picture;
    ViewMode mode = ViewMode::side_by_side;
    Reference reference = Reference::picture;
    std::optional<NeuronIndex> neuron;  // large in the neurons view
    NeuronList neurons;
    WeightDrag weight_drag;
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
    std::optional<std::int64_t> at_step;  // a keyframe is shown; absent: now
    bool playing = false;
    double played = 0;    // seconds of the film at its own speed, while playing
    double moved_at = 0;  // View::time of the last move
    bool dragging = false;
    double dragged_to = 0;  // the step under the mouse, while dragging
};

struct CurvesState {
    StepRange steps_shown;     // of the curves and the timelapse
    std::optional<float> pan;  // the time axis is dragged: where the mouse was
    // The playhead before the press on the curves: a double click is none on the playhead.
    std::optional<std::int64_t> step_before_press;
    bool scrubbing = false;
    std::filesystem::path companion;  // of the last frame; empty: none
    bool companion_by_time = false;   // its curve is laid where this run was at the same second
    ImVec2 size{0, 0};                // of their panel when last drawn
};

}  // namespace redraw::ui

// State of the keyboard focus, tooltips and text fields, whichever panel they belong to.
struct ImGuiWindow;
namespace redraw::ui {

// Everything Tab stops at, as drawn in this frame: kit/tooltips.h.
struct FocusStop {
    ImGuiID id = 0;
    ImGuiWindow* window = nullptr;
    bool typed = false;  // reaching it starts typing
};
// A control or label of the last frame: its name, place and tooltip, for tests and the frame log.
struct Control {
    std::string name;
    ImVec2 from, to;
    std::string explained = {};
    ImGuiID item = 0;
};
struct FocusOrder {
    std::vector<FocusStop> stops;
    std::vector<Control> controls;
    std::size_t sheet = 0;      // index in `stops` of the open sheet's first one
    FocusStop next;             // to go to in the next frame
    int step = 0;               // asked for by Tab: +1, or -1 backwards
    bool pressed = false;       // Enter: the stop it is at acts
    bool holds_arrows = false;  // the stop it is at has a use for arrow keys
    ImGuiID reveal = 0;         // to be scrolled into sight
    ImGuiID type_into = 0;
};

// A tooltip that could be shown: see kit/tooltips.h.
struct Explanation {
    ImGuiID of = 0;  // whatever is under the mouse, or where Tab is; 0: nothing
    std::string text;
    ImVec2 from, to;
    ImGuiWindow* window = nullptr;
    bool hovered = false;
};
struct Explanations {
    bool asked = false;  // Shift+F1: at once, and Tab stops at what is read, too
    bool just_asked = false;
    Explanation found;  // in this frame
    ImGuiID of = 0;     // the one that is about to appear
    double since = 0;
    int drawn = 0;  // frames
    // The tooltips that items beside a label, and the choices of an open list, inherit.
    std::string beside_label, of_list;
    ImGuiWindow* label_window = nullptr;
    float label_top = 0, label_bottom = 0;
};

struct ControlsState {
    bool keyboard_focus = false;  // Tab was pressed: keys belong to the controls until Escape
    FocusOrder focus;
    Explanations explanations;
    ImGuiID typing = 0;  // the field being typed into
    std::string typed;   // its text so far
};

struct NoticesState {
    std::string message;           // a sentence of the studio itself ("3 files were dropped...")
    std::uint64_t notice = 0;      // the id of the session's notice that is shown
    double noticed_at = 0;         // View::time
    std::filesystem::path copied;  // of what that notice is about
    double opening_since = -1;     // a file is read beside a run; below 0: none is
    bool hint_dismissed = false;   // "Drop a picture anywhere"
    AdviceMemory advice;
    float height = 0;  // of all of them, which float over the panes
};

// The recovered session: the run that was open when the studio was killed, and its view, until it
// is open again.
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
    Glyphs glyphs;                               // letters the fonts need beyond Latin
    std::vector<std::filesystem::path> dropped;  // on the window, not looked at yet
    std::optional<Interrupted> interrupted;
    std::uint64_t run_serial = 0;
    std::uint64_t lookups = 0;     // questions about files so far (actions/dialogs.h)
    bool black_and_white = false;  // the target has no other value
    bool presentation = false;     // the drawing and its number, nothing else (centre/centre.h)
};

}  // namespace redraw::ui
