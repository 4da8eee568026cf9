// The centre of the window: the panes with the picture and its render, the bars above and below
// them, the views without panes, and the presentation.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The table of the views, in the order of their tabs.
std::span<const CentreView> centre_views();

// Draws the tabs that choose the view, and below them the picture and its render in one of the
// views. Works for a run, and for a picture whose run is being created.
void draw_centre(Ui& ui, const Rect& area);
// True while a page covers the drawing, such as a lesson until one has guessed.
bool shows_picture_alone(const Ui& ui);
// Draws only the panes.
void draw_panes(Ui& ui, const Rect& whole);
// Draws the start page, shown before a picture is opened: instructions and the newest runs.
void draw_empty_centre(Ui& ui, const Rect& area);

// Draws the row above the panes: the choice of view and reference, and at its right end the values
// of the pixel under the mouse or the zoom.
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
// The functions of single views, for their rows in views.cpp. draw_neurons(): every neuron's output
// at each point of the picture, or one neuron large. draw_why(): what is learned at a place.
void draw_neurons(Ui& ui, const PaneArea& area);
void draw_why(Ui& ui, const PaneArea& area);
std::vector<Rect> why_pane(const Ui& ui, const Rect& whole);
void choose_place(Ui& ui, const Rect& pane);  // lets a click choose the place
// Draws the drawing with the reference small in a corner; while Shift is held or the corner is
// pressed, the reference.
void draw_drawing(Ui& ui, const PaneArea& area);

}  // namespace redraw::ui
