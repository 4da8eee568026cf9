// What is seen of an export before it is made: a detail of the drawing beside plain interpolation,
// or, of an earlier moment, the drawing as it was then beside what it is now.
#pragma once

#include "ui/state/context.h"

#include <optional>
#include <vector>

namespace redraw::ui {

// A row that chooses which of the sizes is seen, and two frames that stay where they are, with
// something in them or not. Asks the session for what is in them; returns the size that
// Status::export_crop is asked for.
std::optional<PixelSize> draw_export_details(Ui& ui, const std::vector<PixelSize>& sizes);

}  // namespace redraw::ui
