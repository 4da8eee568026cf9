// One view of the centre: a row of the table in ui/centre/views.cpp.
#pragma once

#include "engine/image/image.h"
#include "ui/state/state.h"

#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

enum class Action;
struct Ui;

// Where a view draws, and with what.
struct PaneArea {
    Rect whole;
    std::vector<Rect> panes;  // CentreView::places(), without the rows of labels; at least one
    Reference reference;      // what the drawing is compared with
    std::string drawing;      // label of the drawing; empty if `labelled` is false
    bool labelled = true;
};
// What dragging over a pane does instead of moving the picture.
struct PaneDrag {
    const char* help;
    void (*drag)(Ui&, const Rect& pane);  // handles the last ImGui item, which covers the pane
};

struct CentreView {
    ViewMode mode;
    Action action;  // shows the view
    void (*draw)(Ui&, const PaneArea&);
    // True for views that show the picture, its render or the difference in panes. All panes share
    // zoom and pan.
    bool panes = false;
    // True if the panes have their labels in their upper corners, false if in a row above.
    bool labels_inside = false;
    // True for views that show the reference that the user chose, or the difference to it.
    bool compares = false;
    std::vector<Rect> (*places)(const Ui&, const Rect& whole) = nullptr;  // null: one pane
    std::optional<PaneDrag> (*dragged)(const Ui&) = nullptr;  // absent or null: moves the picture
    void (*clicked)(Ui&, const Rect& pane) = nullptr;  // handles a click on a pane; null: nothing
    // Handles a key while a run is open; returns false if the view does not use it. Null: no keys.
    bool (*key)(Ui&, const KeyPress&) = nullptr;
    const char* keys = nullptr;  // a line about them, for the list of keys; null: no keys
    bool edits = false;          // it shows the edits of the network, and undoes them, itself
};

}  // namespace redraw::ui
