// The detail dial on the canvas.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The detail dial, turned by dragging over the picture. It exists in the drawing view while the
// whole picture is shown. Dragging left shows an earlier keyframe, which looks more like a
// painting; dragging right a more detailed one. turn_canvas_dial() handles drags of the last ImGui
// item, which covers `pane`.
bool has_canvas_dial(const Ui& ui);
void turn_canvas_dial(Ui& ui, const Rect& pane);

}  // namespace redraw::ui
