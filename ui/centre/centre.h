// The centre of the window: panes with picture and drawing, the bars above and below them, the
// neurons view, pictures in tiles, and the presentation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the tabs, and below them the picture and the drawing in one of six views. Works for a run,
// and for a picture whose run is being created.
void draw_centre(Ui& ui, const Rect& area);
// Draws only the panes. `row`: where the buttons go that lead back to the present and, if it is
// below the panes, the values of the pixel under the mouse; empty: nowhere.
void draw_panes(Ui& ui, const Rect& whole, const Rect& row);
// Draws the start page, shown before a picture is opened: instructions and the newest runs.
void draw_empty_centre(Ui& ui, const Rect& area);

// Draws the row above the panes: the view, the reference and the zoom.
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
// Draws the row below the panes about the cooled-down copy of the run.
void draw_cool_down_bar(Ui& ui, const Rect& area);

// True while the centre already shows a picture that is still being opened.
bool opening_is_seen(const Ui& ui);
void draw_opening(Ui& ui, const Rect& whole);

// True if the stage replaces all panels. The stage is the picture alone in full screen, or a
// presentation with the PSNR in large digits above the picture.
bool on_stage(const Ui& ui);
void draw_stage(Ui& ui, const Rect& window);

// Draws a picture in tiles instead of a run. Zoom and pan are in the picture's own pixels; nothing
// can be trained. Precondition: a picture in tiles is open.
void draw_tiled(Ui& ui, const Rect& area);

// Draws the neurons view: every neuron's output over the picture, or one neuron large.
void draw_neurons(Ui& ui, const Rect& area);
// Draws the microscope view: the picture with the chosen pixel, and beside it the pixel's way
// through the network and back, in four steps.
void draw_microscope(Ui& ui, const Rect& area);
// Draws one neuron large: its output over the picture, its input weights, and what is wrong with
// it, if anything.
void draw_one_neuron(Ui& ui, const Rect& area);

}  // namespace redraw::ui
