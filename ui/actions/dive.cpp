#include "ui/actions/dive.h"

#include "engine/drawing/dive.h"

namespace redraw::ui {
namespace {

constexpr double kDown = 8, kUp = 3;  // seconds; kDown: to zoom in, kUp: to zoom out

double zoom_of_whole(const Ui& ui) {
    return fit_zoom(ui.state.centre.pane, ui.target_size());
}

// Returns the current zoom relative to the zoom that shows the whole picture.
double times_now(const Ui& ui) {
    const double zoom = ui.state.centre.canvas.zoom;
    return zoom > 0 ? std::clamp(zoom / zoom_of_whole(ui), 1.0, kDiveDepth) : 1;
}

Point busiest_place(const Ui& ui) {
    const Image& seen = ui.status.picture ? *ui.status.picture : *ui.status.target;
    return detail_point(seen, ui.target_grid(), kDiveDepth);
}

Point place_under_mouse(const Ui& ui) {
    const PixelRead& pixel = ui.state.centre.pixel;
    if (pixel.frame + 2 >= ImGui::GetFrameCount()) return pixel.at;
    return busiest_place(ui);
}

// Returns how many learned pixels wide a canvas pixel is: above 1 only if the whole picture is
// learned in tiles.
double learned_across(const Status& status) {
    return status.whole ? double(status.whole->size.width) / status.target->width : 1;
}

bool same(const Canvas& a, const Canvas& b) {
    return a.zoom == b.zoom && a.centre_x == b.centre_x && a.centre_y == b.centre_y;
}

}  // namespace

void zoom_to(Ui& ui, double zoom) {
    ui.state.centre.canvas = set_zoom(ui.state.centre.canvas, ui.state.centre.pane,
                                      ui.target_size(), zoom * learned_across(ui.status));
}

double zoom_now(const Ui& ui) {
    return ui.placement().zoom / learned_across(ui.status);
}

Point place_of_dive(Ui& ui) {
    DiveState& dive = ui.state.centre.dive;
    if (dive.to) return *dive.to;
    if (!dive.busiest || dive.busiest_of != ui.status.run_serial) {
        dive.busiest = busiest_place(ui);
        dive.busiest_of = ui.status.run_serial;
    }
    return *dive.busiest;
}

void dive_or_surface(Ui& ui) {
    CentreState& centre = ui.state.centre;
    DiveState& dive = centre.dive;
    const bool down = !(dive.flying && dive.down) && times_now(ui) < kDiveDepth / 2;
    if (!ui.centre_view().compares || centre.mode == ViewMode::difference)
        centre.mode = ViewMode::drawing;
    if (down) {
        dive.to = place_under_mouse(ui);
        dive.from = 1;
    } else {
        dive.from = times_now(ui);
        if (!dive.flying && !same(dive.left_at, centre.canvas)) dive.to.reset();
    }
    dive.down = down;
    dive.flying = true;
    dive.begun = ui.view.time;
    dive.left_at = centre.canvas;
}

void follow_dive(Ui& ui) {
    CentreState& centre = ui.state.centre;
    DiveState& dive = centre.dive;
    if (!dive.flying) return;
    if (!ui.has_run() || !same(dive.left_at, centre.canvas)) {  // the user zoomed or panned
        dive.flying = false;
        return;
    }
    const Grid picture = ui.target_grid();
    const double part = std::min(1.0, (ui.view.time - dive.begun) / (dive.down ? kDown : kUp));
    const double times = dive.down ? dive_zoom(part, kDiveDepth) : dive_zoom(1 - part, dive.from);
    if (!dive.to)  // the user zoomed in by hand: zoom out from the middle of the pane
        dive.to = Point{
            picture.left + (picture.right - picture.left) * centre.canvas.centre_x / picture.width,
            picture.top + (picture.bottom - picture.top) * centre.canvas.centre_y / picture.height};
    const Point at = dive_centre(picture, *dive.to, times);
    centre.canvas = {zoom_of_whole(ui) * times,
                     (at.x - picture.left) / (picture.right - picture.left) * picture.width,
                     (at.y - picture.top) / (picture.bottom - picture.top) * picture.height};
    if (part >= 1) {
        dive.flying = false;
        if (!dive.down) centre.canvas = {};
    }
    dive.left_at = centre.canvas;
    ui.requests.redraw_after(0);
}

}  // namespace redraw::ui
