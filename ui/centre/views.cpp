// The views of the centre: a row for each, and the views that compare the drawing with a reference.
#include "ui/actions/comparison.h"
#include "ui/actions/microscope.h"
#include "ui/actions/neurons.h"
#include "ui/actions/reference.h"
#include "ui/actions/scan_row.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/canvas_dial.h"
#include "ui/centre/centre.h"
#include "ui/centre/compared_panes.h"
#include "ui/centre/pane.h"

namespace redraw::ui {
namespace {

std::vector<Rect> side_by_side(const Ui& ui, const Rect& whole) {
    std::size_t count = 2;
    if (compared_run_of(shown_reference(ui))) count = 1 + ui.status.compared_runs.size();
    const auto [width, height] = ui.target_size();
    return panes_of(ui, whole, count, double(width) / height);
}

void draw_side_by_side(Ui& ui, const PaneArea& area) {
    if (compared_run_of(area.reference)) return draw_compared_side_by_side(ui, area);
    draw_pane(ui, {.rect = area.panes.back(), .drawing = area.drawing});
    draw_pane(ui, {.rect = area.panes.front(),
                   .against = area.reference,
                   .reference = label_of(ui, area, area.reference)});
}

void draw_wipe(Ui& ui, const PaneArea& area) {
    UiState& s = ui.state;
    const Rect& pane = area.panes.front();
    if (const ImVec2 mouse = ImGui::GetIO().MousePos;
        s.replay.stage == ReplayStage::follows && pane.contains(mouse))
        s.centre.wipe = wipe_at(pane, mouse.x);
    draw_pane(ui, {.rect = pane,
                   .against = area.reference,
                   .reference = label_of(ui, area, area.reference),
                   .drawing = area.drawing,
                   .drawing_left = bool(compared_run_of(area.reference))});
}

void draw_difference(Ui& ui, const PaneArea& area) {
    const std::string to = reference_view(ui, area.reference).phrase;
    draw_pane(ui, {.rect = area.panes.front(),
                   .difference = area.labelled ? area.drawing + ", difference to " + to : ""});
}

// Draws the render; while Shift is held, the reference.
void draw_drawing(Ui& ui, const PaneArea& area) {
    if (ImGui::GetIO().KeyShift)
        draw_pane(ui, {.rect = area.panes.front(),
                       .against = area.reference,
                       .reference = label_of(ui, area, area.reference)});
    else
        draw_pane(ui, {.rect = area.panes.front(), .drawing = area.drawing});
}

std::optional<PaneDrag> drags_dial(const Ui& ui) {
    if (!ui.state.centre.dial && !has_canvas_dial(ui)) return std::nullopt;
    return PaneDrag{
        "The drawing. Drag left for a sketch, right for the likeness; the wheel "
        "zooms.",
        turn_canvas_dial};
}

constexpr CentreView kViews[] = {
    {ViewMode::side_by_side, Action::view_side_by_side, draw_side_by_side, true, true,
     side_by_side},
    {ViewMode::wipe, Action::view_wipe, draw_wipe, true, true},
    {ViewMode::difference, Action::view_difference, draw_difference, true, true},
    {ViewMode::drawing, Action::view_drawing, draw_drawing, true, true, nullptr, drags_dial},
    {ViewMode::neurons, Action::view_neurons, draw_neurons, false, false, nullptr, nullptr,
     neuron_key, "Neurons: Enter shows one large, arrows go to its neighbours, Esc goes back.",
     true},
    {ViewMode::scan_line, Action::view_scan_line, draw_scan_line, true, false, scan_panes,
     drags_scan_row, scan_key, "Scan line: Up and Down choose the row."},
    {ViewMode::microscope, Action::view_microscope, draw_microscope, false, false, nullptr, nullptr,
     microscope_key,
     "Microscope: Left and Right step, Up and Down change layers, Shift + arrows the pixel."},
};

}  // namespace

std::span<const CentreView> centre_views() {
    return kViews;
}

}  // namespace redraw::ui
