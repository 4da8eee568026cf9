// The state of the window's centre: which view, of which part, compared with which reference.
#pragma once

#include "engine/network/config.h"
#include "engine/studies/view_request.h"
#include "ui/state/canvas.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace redraw::ui {

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
