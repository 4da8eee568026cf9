// The centre of the window: panes with the picture and the drawing, the bars above them, neurons,
// a picture in tiles, and the presentation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the network's drawing and its reference, in one of five views, under the tabs; of a run, or
// of a picture that will be one.
void draw_centre(Ui& ui, const Rect& area);
// Draws the panes without what stands above and below them.
void draw_panes(Ui& ui, const Rect& whole);
// Draws, before there is a picture, what to do, and the newest runs.
void draw_empty_centre(Ui& ui, const Rect& area);

// Draws the row above the panes: how the drawing is shown, its reference, and how large.
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
// Draws the row below them about the copy that cools down beside the run.
void draw_cool_down_bar(Ui& ui, const Rect& area);

// A large picture is shown where it will stand while it is being read, once it is known.
bool opening_is_seen(const Ui& ui);
void draw_opening(Ui& ui, const Rect& whole);

// The stage takes the place of all panels: the picture alone in full screen, or in a presentation
// under how close the drawing is, in digits that are read across a room.
bool on_stage(const Ui& ui);
void draw_stage(Ui& ui, const Rect& window);

// Draws a picture in tiles in the place of a run: panned and zoomed in the picture's own pixels,
// with nothing to be trained beside it. Precondition: there is one.
void draw_tiled(Ui& ui, const Rect& area);

// Draws what every neuron answers over the picture, or one of them large.
void draw_neurons(Ui& ui, const Rect& area);
// Draws one neuron large: what it answers, what comes into it, and what is wrong with it, if
// anything.
void draw_one_neuron(Ui& ui, const Rect& area);

}  // namespace redraw::ui
