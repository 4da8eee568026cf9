// The views of the centre: a row for each, and the views that compare the drawing with a reference.
#include "ui/actions/microscope.h"
#include "ui/actions/neurons.h"
#include "ui/actions/reference.h"
#include "ui/actions/scan_row.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/canvas_dial.h"
#include "ui/centre/centre.h"
#include "ui/centre/pane.h"

namespace redraw::ui {
namespace {

std::string label_of(const Ui& ui, const PaneArea& area, Reference of) {
    return area.labelled ? reference_view(ui, of).label : "";
}

// True for run A of a race, and the open run of a comparison, which stand left of the other runs.
bool stands_first(const PaneArea& area) {
    return compared_run_of(area.reference).has_value();
}

std::vector<Rect> side_by_side(const Ui& ui, const Rect& whole, Reference reference) {
    const std::size_t others = compared_run_of(reference) ? ui.status.compared_runs.size() : 1;
    const auto [width, height] = ui.target_size();
    return panes_of(ui, whole, 1 + others, double(width) / height);
}

void draw_side_by_side(Ui& ui, const PaneArea& area) {
    const bool first = stands_first(area);
    const Rect &left = area.panes.front(), &right = area.panes.back();
    draw_pane(ui, {.rect = first ? left : right, .drawing = area.drawing});
    if (area.panes.size() == 2)
        return draw_pane(ui, {.rect = first ? right : left,
                              .against = area.reference,
                              .reference = label_of(ui, area, area.reference)});
    // The other runs of a race; an extra pane shows the picture.
    for (std::size_t i = 1; i < area.panes.size(); ++i) {
        const Reference shown =
            i <= ui.status.compared_runs.size() ? kCompared[i - 1] : Reference::picture;
        draw_pane(
            ui, {.rect = area.panes[i], .against = shown, .reference = label_of(ui, area, shown)});
    }
}

Reference read_side_by_side(const Ui& ui, const Rect&, std::size_t at, Reference reference) {
    if (at == 0 || at > ui.status.compared_runs.size()) return Reference::picture;
    return ui.status.compared_runs.size() > 1 ? kCompared[at - 1] : reference;
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
                   .drawing_left = stands_first(area)});
}

Reference read_wipe(const Ui& ui, const Rect& pane, std::size_t, Reference reference) {
    const bool right = ImGui::GetIO().MousePos.x > pane.x0 + ui.state.centre.wipe * pane.width();
    return right ? reference : Reference::picture;  // the open run is left of the divider
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

Reference read_drawing(const Ui&, const Rect&, std::size_t, Reference reference) {
    return ImGui::GetIO().KeyShift ? reference : Reference::picture;
}

std::optional<PaneDrag> drags_dial(const Ui& ui) {
    if (!ui.state.centre.dial && !has_canvas_dial(ui)) return std::nullopt;
    return PaneDrag{
        "The drawing. Drag left for a sketch, right for the likeness; the wheel "
        "zooms.",
        turn_canvas_dial};
}

constexpr CentreView kViews[] = {
    {ViewMode::side_by_side, Action::view_side_by_side, draw_side_by_side, true, true, side_by_side,
     read_side_by_side},
    {ViewMode::wipe, Action::view_wipe, draw_wipe, true, true, nullptr, read_wipe},
    {ViewMode::difference, Action::view_difference, draw_difference, true, true},
    {ViewMode::drawing, Action::view_drawing, draw_drawing, true, true, nullptr, read_drawing,
     drags_dial},
    {ViewMode::neurons, Action::view_neurons, draw_neurons, false, false, nullptr, nullptr, nullptr,
     neuron_key, "Neurons: Enter shows one large, arrows go to its neighbours, Esc goes back.",
     true},
    {ViewMode::scan_line, Action::view_scan_line, draw_scan_line, true, false, scan_panes, nullptr,
     drags_scan_row, scan_key, "Scan line: Up and Down choose the row."},
    {ViewMode::microscope, Action::view_microscope, draw_microscope, false, false, nullptr, nullptr,
     nullptr, microscope_key,
     "Microscope: Left and Right step, Up and Down change layers, Shift + arrows the pixel."},
};

}  // namespace

std::span<const CentreView> centre_views() {
    return kViews;
}

}  // namespace redraw::ui
