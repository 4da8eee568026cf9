// The centre of the window: panes with the picture and the drawing, the bars above them, neurons,
// a picture in tiles, and the presentation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The middle of the window: the network's drawing and what it is held against, in one of five
// views; before there is a picture, what to do, and the runs of before.
void draw_centre(Ui& ui, const Rect& area);  // of a run, or of a picture that will be one
// Without what stands above and below them.
void draw_panes(Ui& ui, const Rect& whole);
void draw_empty_centre(Ui& ui, const Rect& area);

// The rows above and below the centre: how the drawing is shown, what it is held against, and how
// large; and the copy that cools down beside the run: how far it is, what it would give, and
// whether to do it.
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
void draw_cool_down_bar(Ui& ui, const Rect& area);

// A large picture while it is being read: it stands where it will stand, before there is a network.

// It is known by now; draw_opening() has something to draw.
bool opening_is_seen(const Ui& ui);
// Draws the opening picture in the place of the panes.
void draw_opening(Ui& ui, const Rect& whole);

// The picture without the studio around it: alone in full screen, and in a presentation under how
// close the drawing is, in digits that are read across a room.

// The stage takes the place of all panels: a run that is presented or fills the screen.
bool on_stage(const Ui& ui);
void draw_stage(Ui& ui, const Rect& window);

// A picture in tiles in the place of a run: drawn, panned and zoomed in the picture's own pixels,
// with nothing to be trained beside it.

// There is one.
void draw_tiled(Ui& ui, const Rect& area);

// Inside the network: what every neuron answers over the picture.
void draw_neurons(Ui& ui, const Rect& area);

// One neuron large: what it answers, what comes into it, and what is wrong with it, if anything.
void draw_one_neuron(Ui& ui, const Rect& area);

// The weights that come into the neuron shown large, as bars that can be dragged.
void draw_neuron_weights(Ui& ui, const Rect& side, const NeuronPictures& pictures);

}  // namespace redraw::ui
