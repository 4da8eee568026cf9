// The centre of the window: the panes with the picture and its render, the bars above and below
// them, the views without panes, tiled pictures, and the presentation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the tabs that choose the view, and below them the picture and its render in one of seven
// views. Works for a run, and for a picture whose run is being created.
void draw_centre(Ui& ui, const Rect& area);
// Draws only the panes. `row`: the area for the buttons that return to the present network ("Back
// to now") or undo neuron edits. A row below the panes also shows the values of the pixel under the
// mouse. Empty: draws no buttons and no values.
void draw_panes(Ui& ui, const Rect& whole, const Rect& row);
// Draws the start page, shown before a picture is opened: instructions and the newest runs.
void draw_empty_centre(Ui& ui, const Rect& area);

// Draws the row above the panes, where the user chooses the view, the reference and the zoom.
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
// Draws a bar about the copy of the network that finishes training early (CoolDown), at the right
// end of `row`. Returns the right edge of the rest of the row.
float draw_cool_down_bar(Ui& ui, const Rect& row);

// True while the centre already shows a picture that is still being opened.
bool opening_is_seen(const Ui& ui);
void draw_opening(Ui& ui, const Rect& whole);

// True if the stage replaces all panels. The stage is the picture alone in full screen, or a
// presentation with the PSNR in large digits above the picture.
bool on_stage(const Ui& ui);
void draw_stage(Ui& ui, const Rect& window);

// Draws a picture that was cut into tiles (engine/tiles), with one network for each tile. Zoom and
// pan are in the picture's own pixels; nothing can be trained. Precondition: Status::tiled is not
// null.
void draw_tiled(Ui& ui, const Rect& area);

// Places of the parts of the scan line view. Above: the picture and the network's render, with a
// line across the chosen pixel row, and the spectrum. Below: the pixel row as a curve.
struct ScanPlaces {
    Rect picture, drawing, spectrum, curve;
};
ScanPlaces scan_places(const Ui& ui, const Rect& whole);
// Draws the scan line across `panes` (picture and render, without their labels), the spectrum, and
// the curve of the chosen pixel row.
void draw_scan_line(Ui& ui, const ScanPlaces& places, const std::vector<Rect>& panes);
// Moves the scan line's row to the mouse while the last ImGui item, which covers `pane`, is held.
void drag_scan_row(Ui& ui, const Rect& pane);

// Draws the neurons view: every neuron's output at each point of the picture, or one neuron large.
void draw_neurons(Ui& ui, const Rect& area);
// Draws the microscope view: the picture with the chosen pixel, and beside it the pixel's way
// through the network and back, in four steps.
void draw_microscope(Ui& ui, const Rect& area);
// Draws one neuron large: its output at each point of the picture, its input weights, and a
// sentence if something is wrong with it, such as being dead.
void draw_one_neuron(Ui& ui, const Rect& area);

}  // namespace redraw::ui
