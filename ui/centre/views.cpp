// The views of the centre: a row for each, and the views that compare the drawing with a reference.
#include "ui/actions/comparison.h"
#include "ui/actions/neurons.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/why.h"
#include "ui/centre/canvas_dial.h"
#include "ui/centre/centre.h"
#include "ui/centre/compared_panes.h"
#include "ui/centre/pane.h"
#include "ui/centre/stage.h"
#include "ui/kit/widgets.h"

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
        s.centre.wipe = wipe_at(ui, pane, mouse.x);
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

constexpr float kInset = 0.22f, kGreatestInset = 300;  // share of the pane's side; layout units
constexpr float kEdge = 8, kLeastInset = 48;           // layout units

// Returns the corner of the pane in which the reference is shown small; empty: there is no room.
Rect inset_in(const Ui& ui, const Rect& pane) {
    const auto [width, height] = ui.target_size();
    const float side =
        std::min(ui.px(kGreatestInset), kInset * std::max(pane.width(), pane.height()));
    if (side < ui.px(kLeastInset)) return {};
    const Rect whole = box(0, 0, side, side).fitted(width, height);
    return box(pane.x0 + ui.px(kEdge), pane.y1 - ui.px(kEdge) - whole.height(), whole.width(),
               whole.height());
}

// Draws the reference in the corner, with a frame around what the pane shows of it.
void draw_inset(Ui& ui, const Rect& pane, const Rect& corner, const ReferenceView& shown) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Texture* texture = shown.textures.front();
    fill(corner, ui.palette.well);
    if (texture && texture->there()) list.AddImage(texture->id, corner.min(), corner.max());
    frame({corner.x0 - ui.hair(), corner.y0 - ui.hair(), corner.x1 + ui.hair(),
           corner.y1 + ui.hair()},
          ui.palette.window, 0, ui.px(2));
    picture_chip(ui, {corner.x0 + ui.px(4), corner.y1 - ui.px(24)},
                 shortened(ui.fonts.small, shown.name, corner.width() - ui.px(28)));
    if (ui.state.centre.canvas.zoom == 0) return;
    const auto [width, height] = ui.target_size();
    const Placement at = ui.placement();
    const auto part = [&](float from, float to, double middle, float of_pane, int all) {
        const auto place = [&](double pixel) {
            return std::clamp(from + float(pixel / all) * (to - from), from, to);
        };
        const double half = of_pane / at.zoom / 2;
        return std::pair{place(middle - half), place(middle + half)};
    };
    const Canvas& canvas = ui.state.centre.canvas;
    const auto [x0, x1] = part(corner.x0, corner.x1, canvas.centre_x, pane.width(), width);
    const auto [y0, y1] = part(corner.y0, corner.y1, canvas.centre_y, pane.height(), height);
    frame({x0, y0, x1, y1}, ui.palette.accent, 0, ui.px(1.5f));
}

}  // namespace

void draw_drawing(Ui& ui, const PaneArea& area) {
    const Rect& pane = area.panes.front();
    const bool alone =
        on_stage(ui) && !ui.state.presentation;  // only the picture, on the full screen
    const Rect corner = alone ? Rect{} : inset_in(ui, pane);
    bool held = ImGui::GetIO().KeyShift;
    if (corner.width() > 0) {
        surface(ui, "picture in the corner", corner,
                "What the network learns. Press to see it large; Shift does the same.");
        held |= ImGui::IsItemActive();
    }
    if (held)
        return draw_pane(ui, {.rect = pane,
                              .against = area.reference,
                              .reference = label_of(ui, area, area.reference)});
    draw_pane(ui, {.rect = pane, .drawing = area.drawing});
    if (corner.width() > 0) draw_inset(ui, pane, corner, reference_view(ui, area.reference));
}

namespace {

std::optional<PaneDrag> drags_dial(const Ui& ui) {
    if (!ui.state.centre.dial && !has_canvas_dial(ui)) return std::nullopt;
    return PaneDrag{
        "The drawing. Drag left for a sketch, right for the likeness; the wheel "
        "zooms.",
        turn_canvas_dial};
}

constexpr CentreView kViews[] = {
    {ViewMode::drawing, Action::view_drawing, draw_drawing, true, true, true, nullptr, drags_dial},
    {ViewMode::wipe, Action::view_wipe, draw_wipe, true, true, true},
    {ViewMode::side_by_side, Action::view_side_by_side, draw_side_by_side, true, false, true,
     side_by_side},
    {ViewMode::difference, Action::view_difference, draw_difference, true, false, true},
    {ViewMode::neurons, Action::view_neurons, draw_neurons, false, false, false, nullptr, nullptr,
     nullptr, neuron_key,
     "Neurons: Enter shows one large, arrows go to its neighbours, Esc goes back.", true},
    {ViewMode::why, Action::view_why, draw_why, true, true, false, why_pane, nullptr, choose_place,
     why_key,
     "Why: arrows move the place. In one step of learning, Left and Right step, Up and Down change "
     "layers."},
};

}  // namespace

std::span<const CentreView> centre_views() {
    return kViews;
}

}  // namespace redraw::ui
